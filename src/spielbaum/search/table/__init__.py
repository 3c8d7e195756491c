"""The transposition table: its entries, replacement schemes, and on which paths its values hold."""
