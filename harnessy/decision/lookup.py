"""Questions about words: the members of a set, what a register says of a subject, which fields a record must have."""

from __future__ import annotations

from dataclasses import replace

from harnessy.decision.model import Citation, Decision, QuestionError
from harnessy.decision.question import spelled, subject_key
from harnessy.decision.records import described, schema_of
from harnessy.rulebook.derivation import TOLD
from harnessy.rulebook.model import Book, RuleBook
from harnessy.rulebook.names import bare


def ask_words(rulebook: RuleBook, name: str, attribute: str | None = None) -> Decision:
    """A question about words: the members of a set, or what a register says of a subject. Raises QuestionError."""
    for book in rulebook.books:
        key = subject_key(book, name)
        if key is not None and key in book.subjects:
            found = [item for item in book.subjects[key].attributes if attribute is None or item.name.key == bare(attribute)]
            if found:
                cited = tuple(
                    Citation(
                        f"register/{item.name.key}",
                        item.span,
                        (),
                        f"{item.name.text} = {', '.join(item.values)}",
                        "register",
                    )
                    for item in found
                )
                values = {item.name.text: list(item.values) for item in found}
                return Decision(spelled(book, key), "answered", values=values, because=cited, digest=rulebook.digest)
        schema = schema_of(book, name)
        told = described(schema, attribute) if schema is not None else None
        if told is not None:
            return replace(told, digest=rulebook.digest)
        listed = _told(book, name, attribute)
        if listed is not None:
            return replace(listed, digest=rulebook.digest)
        scale = book.scales.get(bare(name))
        if scale is not None and attribute is None:
            cited = (
                Citation(
                    f"set/{scale.name.key}",
                    scale.name.span,
                    (),
                    ", ".join(member.text for member in scale.members),
                    "set",
                ),
            )
            return Decision(
                scale.name.text,
                "answered",
                values={scale.name.text: [member.text for member in scale.members]},
                because=cited,
                digest=rulebook.digest,
            )
    asked = f"`{attribute}` of `{name}`" if attribute else f"`{name}`"
    raise QuestionError(f"no document says {asked}", "`harnessy words` lists what is known")


def _told(book: Book, name: str, attribute: str | None) -> Decision | None:
    """What a block of code or an item lists under a name; None where none does, or not of this attribute."""
    for listing in (listing for listing in book.listings if listing.kind == TOLD):
        entry = listing.entries[0]
        called = next((one for one in entry.names if one.key == bare(name)), None)
        columns = {text: [part.text for part in parts] for text, parts in entry.columns.items()}
        own = next((parts for text, parts in columns.items() if parts and bare(text) == bare(attribute or "")), None)
        if called is None or (attribute is not None and own is None):
            continue
        whole = {called.text: list(columns)} if called.key == bare(listing.trail[-1]) else columns
        values = whole if attribute is None else {attribute: own}
        shown = "; ".join(f"{text} = {', '.join(parts or [])}" for text, parts in values.items())
        cited = Citation("told", entry.span, listing.trail, shown, "register")
        return Decision(called.text, "answered", values=values, because=(cited,))
    return None
