"""Lints documents that were damaged at random: nothing may raise, and none may take longer than a bound.

    python -m tests.acceptance.mutated --count 2000 --within 2 PATH…

A folder stands for the Markdown files in it. The damage is a function of `--seed` and the number of the document, so that
one that fails can be made again with `--only NUMBER`. Times are those of the processor, not of the clock.
"""

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from harnessy import api

PIECES = (
    "|", "||", "`", "```", "````\n", "**", "_", "<!--", "-->", "<!-- harnessy: ignore HN301 2031-01-01 x -->", "[", "](", ")", "(",
    "\n\n", "\n    ", "\n> ", "\n- ", "\n1. ", "\n# ", "\n#### ", "---\n", "|---|---|\n", "{", "}", '":', "\t", "\r", "\0",
    "\ufeff", "\u202e", "\u00a0", "é", "𝔴", "∈", "≤", "→", "—", "0", "-1", "1e9", "99999999999999999999", "2023-02-30", "%",
    " 30 min ", "`x`",
    " never ", " unless ", " only if ", " except ", " when ", " and ", " or ", " no ", " must ", "same as `x`", "min(a, b)",
)


def cut_lines(lines: list[str], dice: random.Random) -> None:
    start = dice.randrange(len(lines))
    del lines[start : start + dice.randint(1, 4)]


def doubled(lines: list[str], dice: random.Random) -> None:
    start = dice.randrange(len(lines))
    lines[start:start] = lines[start : start + dice.randint(1, 12)] * dice.randint(1, 3)


def swapped(lines: list[str], dice: random.Random) -> None:
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def pierced(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    place = dice.randint(0, len(lines[at]))
    lines[at] = lines[at][:place] + dice.choice(PIECES) + lines[at][place:]


def nibbled(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    place = dice.randint(0, len(lines[at]))
    lines[at] = lines[at][:place] + lines[at][place + dice.randint(1, 9) :]


def indented(lines: list[str], dice: random.Random) -> None:
    start = dice.randrange(len(lines))
    for at in range(start, min(len(lines), start + dice.randint(1, 8))):
        lines[at] = dice.choice(("  ", "    ", "> ", "- ", "| ")) + lines[at]


def broken_off(lines: list[str], dice: random.Random) -> None:
    del lines[dice.randrange(len(lines)) :]


DAMAGE: tuple[tuple[Callable[[list[str], random.Random], None], int], ...] = (
    (cut_lines, 3), (doubled, 3), (swapped, 3), (pierced, 6), (nibbled, 4), (indented, 3), (broken_off, 1),
)


def damaged(text: str, dice: random.Random) -> str:
    """A text with one to eight wounds."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 8)):
        if lines:
            kinds, weights = zip(*DAMAGE, strict=True)
            dice.choices(kinds, weights)[0](lines, dice)
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--within", type=float, default=2.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--only", type=int, metavar="NUMBER")
    options = parser.parse_args(argv)
    files = [file for path in options.paths for file in (sorted(path.glob("*.md")) if path.is_dir() else [path])]
    texts = [file.read_text("utf-8") for file in files]
    api.lint(api.load_texts({"first.md": texts[0]}))  # what is loaded once takes its time once
    slowest, bad = (0.0, -1), 0
    for number in [options.only] if options.only is not None else range(options.count):
        dice = random.Random(f"{options.seed} {number}")  # noqa: S311 - damage, no secret
        text = damaged(texts[number % len(texts)], dice)
        start = time.process_time()
        try:
            api.lint(api.load_texts({"damaged.md": text}))
        except Exception:  # noqa: BLE001 - what is looked for
            bad += 1
            print(f"{number}: {files[number % len(files)]}", traceback.format_exc(), sep="\n")
        taken = time.process_time() - start
        slowest = max(slowest, (taken, number))
        if taken > options.within:
            bad += 1
            print(f"{number}: {files[number % len(files)]}: {taken:.2f} s")
    print(f"{options.count} damaged documents, {bad} bad; the slowest took {slowest[0]:.2f} s (number {slowest[1]})")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
