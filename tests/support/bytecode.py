"""Imported first: modules are translated once and not by every process, whatever the environment says of bytecode."""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
