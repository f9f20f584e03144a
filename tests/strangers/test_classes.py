"""What a reader takes the sentences of strangers' doctrine for, and what the engine does."""

from functools import cache

from harnessy import api
from tests.acceptance import classes
from tests.strangers import asked

# How many of the 150 classes are the reader's, at least, and how many rules pass for talk, at most: each may only get better.
AGREED, OVERLOOKED = 60, 19


@cache
def rows() -> list[classes.Compared]:
    wanted = classes.read((asked.HERE / "classes.tsv").read_text("utf-8"))
    found: list[classes.Compared] = []
    for page in sorted(asked.HERE.glob("*.md")):
        loaded = api.load_texts({page.name: asked.rows(page)[0].doctrine})
        found += classes.compared({place: names for place, names in wanted.items() if place.file == page.name}, loaded)
    return found


def test_each_class_is_of_a_sentence() -> None:
    assert len(rows()) == 150
    assert [str(row.place) for row in rows() if not row.words or row.found == classes.NOWHERE] == []


def test_the_engine_takes_sentences_for_what_a_reader_does() -> None:
    told = "\n".join([*classes.table(rows()), *(f"{row.place}: {row.words}" for row in classes.overlooked(rows()))])
    assert sum(row.agrees for row in rows()) >= AGREED, told
    assert len(classes.overlooked(rows())) <= OVERLOOKED, told


def test_a_table_counts_what_readers_differ_on_as_theirs() -> None:
    text = "page.md:1:1\trule / definition\npage.md:1:19\trationale\n"
    loaded = api.load_texts({"page.md": "Never sell milk. The milk is white. "})
    found = list(classes.compared(classes.read(text.replace(":19", ":18")), loaded))
    assert [row.agrees for row in found] == [True, True]
    assert list(classes.table(found))[-1] == "agreed: 2 of 2, 100.0%"
    assert not classes.overlooked(found)
