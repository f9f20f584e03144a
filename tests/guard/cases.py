"""Reads the pages of commands beside this file, and the sheet that the shipped doctrine makes."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from harnessy import api
from harnessy.guard import Call, Recognition, Sheet, Surroundings, recognise
from harnessy.hooks.judge import sheet_of

HERE = Path(__file__).parent
SECTION = re.compile(r"^## ", re.MULTILINE)
FENCE = re.compile(r"^```sh( whole)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def commands(page: str) -> Iterator[tuple[str, str]]:
    """The heading and the text of each command of a page, in order."""
    for section in SECTION.split((HERE / page).read_text("utf-8")):
        for fence in FENCE.finditer(section):
            found = [fence[2]] if fence[1] else fence[2].splitlines()
            yield from ((section.partition("\n")[0], command) for command in found)


@cache
def shipped() -> Sheet:
    """The sheet of the shipped doctrine."""
    return sheet_of(api.load_demo().rulebook)


def recognised(command: str, folder: str = "/srv/shop") -> Recognition:
    """What the shipped doctrine recognises in a command line."""
    return recognise(shipped(), Call("Bash", command), Surroundings(folder))


def names(found: Recognition) -> set[str]:
    """The operations by name."""
    return {operation.name for operation in found.operations}
