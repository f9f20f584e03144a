"""A record is appended exactly where the reader of whole ledgers takes it: the model and the fast path hold the same."""

import json
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from harnessy import api
from harnessy.ledger.decoding import lines_of
from harnessy.ledger.model import Piece
from harnessy.records.models import model_of
from harnessy.records.reading import parsed
from harnessy.rulebook.schema import Field, Schema

PAGES = (
    """\
After each ferry, append a crossing record to `crossings.ndjson`:

```json
{ "crossing_id": "crossing_<YYYY-MM-DD>_<NN>", "at": "<ISO 8601>", "sea": "calm|rough", "cars": 3, "fog": false,
  "hold": { "tons": 1.5, "mail?": 2, "seals": { "code": "<AAA>-<N>", "broken": false } }, "crew": ["..."], "wind?": 0.5,
  "drift": -2, "note?": "..." }
```
""",
    """\
After each loaf, append a loaf record to `loaves.ndjson`:

```json
{ "loaf": "...", "rise_delta": 0.5, "f0": 1, "a b": true, "day": "<date>", "oven": "oven-<name>-<N>" }
```
""",
)
WORDS = ["", "calm", "Calm", "rough", "2026-03-01", "2026-03-01T12:00:00Z", "2026-02-30", "2026-13-01", "12:00", "1", "x\u200b",
         "é\n", "crossing_2026-03-01_01", "crossing_2026-03-01_001", "crossing_2026-03-01_1",
         "crossing_2026-03-01_01\n", "123-4", "123-04", "oven-big-3", "oven--3", "oven- -3", "true", "５"]  # fmt: skip
NUMBERS = [0, 1, -1, 2.5, -0.5, 0.0, -0.0, 3.0, 1e308, 1e-300, 2**63 - 1, 2**63, -(2**63), 10**30]
SCALARS = st.one_of(st.none(), st.booleans(), st.sampled_from(WORDS), st.sampled_from(NUMBERS), st.text(max_size=3))
FORMS = {"crossing_<YYYY-MM-DD>_<NN>": WORDS[12:14], "<AAA>-<N>": ["123-4"], "oven-<name>-<N>": ["oven-big-3"]}
OBJECTS = st.dictionaries(st.sampled_from(["tons", "code"]), SCALARS, max_size=2)
GOOD = {"truth": st.booleans(), "whole": st.integers(0, 9), "number": st.sampled_from([0, 1, 2.5]), "text": st.sampled_from(WORDS),
        "time": st.sampled_from(WORDS[4:6]), "list": st.lists(SCALARS, max_size=2)}  # fmt: skip


@cache
def schemas() -> tuple[Schema, ...]:
    books = (api.load_texts({"page.md": page}).rulebook.books[0] for page in PAGES)
    return tuple(book.schemas[0] for book in books)


def good(field: Field) -> st.SearchStrategy[object]:
    """What a field takes, and now and then a word that it may not take."""
    if field.kind == "record":
        return objects(field.fields)
    if field.kind == "word":
        return st.sampled_from(field.values)
    return st.sampled_from(FORMS[field.template]) if field.template else GOOD[field.kind]


@st.composite
def objects(draw: st.DrawFn, fields: tuple[Field, ...]) -> dict[str, object]:
    told = {field.name: draw(good(field)) for field in fields}
    fault = draw(st.sampled_from(["", "", "", "lacks", "differs", "differs", "differs", "beyond"]))
    name = draw(st.sampled_from([field.name for field in fields]))
    if fault == "lacks":
        del told[name]
    elif fault:
        told[name if fault == "differs" else "beyond"] = draw(st.one_of(SCALARS, st.lists(SCALARS), OBJECTS))
    return told


def is_valid(schema: Schema, record: dict[str, object]) -> bool:
    try:
        model_of(schema.fields).model_validate(record)
    except ValidationError:
        return False
    return True


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_both_take_the_same_records(data: st.DataObject) -> None:
    schema = data.draw(st.sampled_from(schemas()))
    record = data.draw(objects(schema.fields))
    line = json.dumps(record)
    for reads in ((), [field.name for field in schema.fields]):
        lines = lines_of(schema, reads, None)
        read = lines.records(Piece(line.encode(), 1))
        taken = not lines.faults
        assert taken == is_valid(schema, parsed(line, "x")[0]), (lines.faults, line)
        assert bool(read) or not taken




NAMES = ['"loaf"', '"f0"', '"oven"', '"bread"', '"tray"', '"\\u006coaf"', '"lo\\u0061f"']
SPACES = st.sampled_from(["", " ", "\t", "  "])
LOAF = {"loaf": "rye", "rise_delta": 0.5, "f0": 1, "a b": True, "day": "2026-03-01", "oven": "oven-big-3"}
EXTRAS = st.dictionaries(st.sampled_from(["bread", "tray", "note"]), st.one_of(SCALARS, st.lists(SCALARS, max_size=1)), max_size=3)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_name_twice_is_found_however_it_is_written(data: st.DataObject) -> None:
    """The quotes of many lines are counted at once: what one line lacks never hides what another says twice of what is read."""
    records = data.draw(st.lists(st.builds(lambda more: {**LOAF, **more}, EXTRAS), min_size=1, max_size=4))
    lines = [json.dumps(one, ensure_ascii=data.draw(st.booleans()), separators=(", ", data.draw(SPACES) + ": ")) for one in records]
    more = st.tuples(st.integers(0, len(lines) - 1), st.sampled_from(NAMES), st.sampled_from(['"x"', "1"]))
    again = data.draw(st.lists(more, max_size=2))
    for at, name, value in again:
        lines[at] = f"{lines[at][:-1]}, {name}{data.draw(SPACES)}: {value}}}"
    reader = lines_of(schemas()[1], ["loaf"], None)
    kept = reader.records(Piece("\n".join(lines).encode(), 1))
    twice = [number for number, line in enumerate(lines, 1) if says_twice(line) & LOAF.keys()]
    found = [fault.line for fault in reader.stepped]
    assert set(twice) <= set(found)
    assert len(kept) == len(lines) - len(found)


def says_twice(line: str) -> set[str]:
    pairs: list[tuple[str, object]] = json.loads(line, object_pairs_hook=list)
    names = [name for name, _ in pairs]
    return {name for name in names if names.count(name) > 1}
