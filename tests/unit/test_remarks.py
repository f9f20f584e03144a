"""A remark behind the dash of a verdict: what holds stands whatever it says, what goes needs all of it read."""

import pytest

from harnessy import api

PAGE = """# Watch

Level: `free` | `watched`

| Step | `free` | `watched` |
|---|---|---|
| Launch | go{free} | ask{watched} |
| Mooring | go | ask |
"""
REMARKS = [
    " — a warden may separately open the side gate, which is no level",
    " — except at the north pier",
    " — the crew must sing first",
]


def asked(level: str, **remark: str) -> str | None:
    text = PAGE.format(**{"free": "", "watched": "", **remark})
    return api.ask(api.load_texts({"watch.md": text}), "Launch", {"level": level}).effect


@pytest.mark.parametrize("remark", REMARKS)
def test_a_hold_stands_with_a_remark_that_nobody_reads(remark: str) -> None:
    assert asked("watched", watched=remark) == "hold"


@pytest.mark.parametrize("remark", REMARKS)
def test_a_go_does_not(remark: str) -> None:
    assert asked("free", free=remark) is None


@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_is_told(remark: str) -> None:
    loaded = api.load_texts({"watch.md": PAGE.format(free="", watched=remark)})
    unread = [reading.span.text for reading in loaded.rulebook.books[0].readings if reading.kind == "not understood"]
    assert unread == [remark.removeprefix(" — ")] or any(remark.strip(" —") in text for text in unread)


def test_what_holds_counts_for_the_order_of_levels() -> None:
    remark = PAGE.format(free="", watched=REMARKS[0]).replace("Level: `free`", "Berth level: `free`")
    caps = "| Cargo | Cap |\n|---|---|\n| `coal` | `free` |\n| `salt` | `watched` |\n"
    page = f"{remark}\nThe level is `min(berth level, cap)`.\n\n{caps}"
    loaded = api.load_texts({"watch.md": page})
    assert [finding.message for finding in loaded.diagnostics if finding.severity == "error"] == []
