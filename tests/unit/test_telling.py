"""Sentences that tell of a text restrict nothing, wherever they stand and whatever they name; what looks like them is heard."""

import pytest

from harnessy import api

PAGE = """\
# What the cellar robots do alone

| Fact | Kind | Values |
|---|---|---|
| cask | word | `full`, `half` |

| Round | Verdict | Why |
|---|---|---|
| Tasting round | proceed | |
| Rinsing round | proceed if cask is `half`; otherwise ask | |

## Cellar habits

{}

## Worked examples

| Round | cask | Answer |
|---|---|---|
| Tasting round | | go |
"""
ASKED: list[tuple[str, dict[str, str | None]]] = [("Tasting round", {}), ("Rinsing round", {"cask": "half"})]
TOLD = """\
See [the log](log.md).
See also `GUIDE.md` and the glossary.
More about these rules in [the notes](notes.md).
For the history of this page, see [the changelog](CHANGELOG.md).
Thanks to Ilse for the first draft.
Thanks to everybody who measured the tables.
This page was written in May 2031.
The numbers were measured over six weeks.
We drew the tables after the flood of March.
The lists are sorted by name.
The first version of this page came from the brewery.
All examples are invented.
The names in the examples are made up.
Corrections are welcome.
Questions about this page go to the cellar desk.
Older versions of these rules are in the archive.
The glossary stands at the end of the page.
We review this page every quarter.
This page is updated twice a year.
Please keep this page short.
The wording follows RFC 2119.
""".splitlines()
HEARD = """\
See Ilse.
See [Ilse](ilse.md) first.
See [the log](log.md) and wait for a reply.
See [the frozen rules](frozen.md).
Thanks to the flood, nothing moves.
Thanks to Ilse, all rounds are paused.
This page was suspended in May 2031.
This page was written for apprentices.
These rules were frozen in spring 2031.
This page is reviewed in June, and until then advisory.
The numbers were halved for the winter.
The numbers are invented.
The tables are drafts.
Questions about rounds go to Ilse.
Older versions of this page are in force.
This page is in the archive.
The trial ran in May.
The list was for 2031.
Unattended means with Ilse at the desk.
Please keep Ilse in the loop.
We review this page every quarter; between reviews nothing is automatic.
""".splitlines()
ORDERS = """\
Work on the old vault is forbidden ground.
Half casks need a second pair of eyes too.
The cask that Ilse marked is hers.
No robot may taste this week.
All robots are suspended.
""".splitlines()


def gone(page: str) -> list[bool]:
    book = api.load_texts({"cellar.md": page})
    return [api.ask(book, subject, facts).effect == "go" for subject, facts in ASKED]


@pytest.mark.parametrize("line", TOLD)
def test_what_tells_of_a_text_restricts_nothing(line: str) -> None:
    assert gone(PAGE.format(line)) == [True, True]
    assert gone(f"{PAGE.format('See the log.')}\n{line}\n") == [True, True]


@pytest.mark.parametrize("line", [*HEARD, *ORDERS])
def test_what_only_looks_like_it_is_heard(line: str) -> None:
    assert gone(PAGE.format(line)) != [True, True]


@pytest.mark.parametrize("line", [*HEARD, *ORDERS])
def test_a_sentence_below_a_table_of_examples_is_no_example(line: str) -> None:
    """Where a page ends with its examples, the next sentence is written there."""
    before = PAGE.format("See [the log](log.md).")
    assert gone(before) == [True, True]
    assert gone(f"{before}\n{line}\n") != [True, True]
