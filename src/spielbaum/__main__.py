"""``python -m spielbaum`` is ``spielbaum``."""

from spielbaum.cli import main

if __name__ == "__main__":
    main()
