"""The look of answers in the terminal."""
