"""`python -m harnessy` is the same as `harnessy`."""

import sys

from harnessy.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
