"""The transposition table: its entries, which of them are replaced, and on which paths they hold."""
