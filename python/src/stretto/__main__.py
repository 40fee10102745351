"""Runs the command line: `python -m stretto --help`."""

import sys

from ._commands.cli import main

if __name__ == "__main__":
    sys.exit(main())
