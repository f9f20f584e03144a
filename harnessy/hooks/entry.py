"""What a host starts, by path and in Python's isolated mode: no folder that an agent chose may lend it a module."""

import os
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # noqa: PTH100, PTH120 # pathlib is slow to load
    from harnessy.hooks.run import hook

    sys.exit(hook(sys.argv[1:]))
