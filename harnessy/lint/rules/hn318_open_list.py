"""Brackets that may list all or only some (HN318).

## What it does

Finds, behind a plural name in a rule, brackets with two names in code or more and no word that says whether these are all:
`never touch the `lib/` files (`a.py`, `b.py`)`.

## Why it is bad

Is `lib/c.py` free? One reader takes the brackets for a list of examples, the other for the whole list.

## Example

```markdown
Never open the `north/` doors (`larder`, `attic`).
```

Underlined: `` (`larder`, `attic`) ``

## Instead

```markdown
Never open the `north/` doors (for example `larder`, `attic`).
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic

_LIST = re.compile(r"`[^`\n]+`(?:\s+\w+)?\s+(?P<what>[a-z]+s)\s+(?P<list>\(\s*`[^`\n]+`(?:\s*,\s*(?:and |or )?`[^`\n]+`)+[^)]*\))")


def check(look: Look) -> Iterator[Diagnostic]:
    """Lists in brackets behind what they may or may not be all of."""
    ruling, told = look.lexicon.pattern("NEVER", "ONLY", "FORBID", "MUST", "MAY"), look.lexicon.pattern("LISTS_ALL", "LISTS_SOME")
    for unit, match in look.matches(_LIST, "sentence", "item"):
        if ruling.search(unit.text) and not told.search(match["list"]):
            message = f"are these all the `{match['what']}`, or some of them"
            mend = "begin the brackets with `exactly` or `for example`"
            yield Diagnostic("HN318", "note", message, unit.cut(match, "list"), help=mend)
