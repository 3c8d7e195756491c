"""What commands share: arguments, options, JSON and colours."""
