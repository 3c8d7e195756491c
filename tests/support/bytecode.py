"""Imported first: enables cached bytecode, so that modules are compiled once and not by every process."""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
