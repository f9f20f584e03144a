"""Compares what `calibrate` makes of a log of real runs with a count by hand of its first rows.

    python tests/acceptance/calibration.py LOG.md

The log itself is not part of the project; only the figures of the count stand here. It was counted by reading the last
cell of each of the first forty rows beside the table of outcomes in `doctrine/AUTONOMY.md`; whoever counted had seen output
of the program on some of them.
"""

import sys
from collections import Counter

from harnessy import api
from harnessy.owed.calibration import calibrate

FIRST = 40
COUNTED = {"clean": 16, "nothing": 20, "": 4}
NAMED = [19, 28, 34, 37]


def main(log: str) -> int:
    rows = calibrate(api.load(api.demo()), log).rows
    first = rows[:FIRST]
    counted = dict(Counter(row.word for row in first))
    named = [row.line for row in first if row.problem]
    unsaid = [row.line for row in rows if not row.word and not row.problem]
    print(f"first {FIRST} of {len(rows)} rows: {counted}, named {named}; by hand {COUNTED}, named {NAMED}; neither: {unsaid}")
    return int((counted, named, unsaid) != (COUNTED, NAMED, []))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
