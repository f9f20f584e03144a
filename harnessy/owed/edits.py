"""What an edit of a doctrine owes by the doctrine's own words: rows of the log, a date, a person where an invariant changes.

The rules about edits are those of the doctrine before the edit: an edit cannot grant itself what it needs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from harnessy import api
from harnessy.document import Document, read
from harnessy.lint.excuses import excuses
from harnessy.owed.edit import Edit
from harnessy.owed.forms import Forms, code
from harnessy.owed.leftovers import copied, still_named
from harnessy.owed.lessened import lessened
from harnessy.owed.logged import appending, rewritten
from harnessy.owed.loosened import loosened
from harnessy.owed.moved import Moved
from harnessy.owed.nearer import nearer
from harnessy.owed.placed import in_place_of
from harnessy.rulebook.model import INVARIANT_RANK, Rule, RuleBook
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Span

_APPROVE = "have a person approve it: `<!-- harnessy: ignore {} YYYY-MM-DD who and why -->` above it, in the same edit"


def findings(edit: Edit) -> tuple[Diagnostic, ...]:
    """What the edit owes and lacks, by place. Raises UsageError where a form of the doctrine cannot be read."""
    found = [*_gone(edit), *_invariants(edit), *_rules_about_edits(edit), *still_named(edit.before, edit.after)]
    others = [read(other) for other in edit.others]
    found += lessened(edit.before, edit.after) if edit.after.sources else ()
    found += copied(edit.after.documents, others)
    fresh = [document for document in others if document.source.path in edit.fresh]
    found += nearer([source.path for source in edit.after.sources], fresh)
    if any(evidence.moves for evidence in edit.before.built.evidence):
        moved = Moved(edit)
        risen = tuple(moved.findings())
        found += [*rewritten(edit.before, edit.log_before, edit.log), *risen]
        found += loosened(edit.before, moved.unmoved, moved.quantity, found) if edit.after.sources else ()
    elif any(True for _ in appending(edit.before)):
        found += rewritten(edit.before, edit.log_before, edit.log)
    return tuple(sorted(_left(edit, found, fresh), key=lambda one: one.order))


def _left(edit: Edit, found: Iterable[Diagnostic], fresh: Iterable[Document]) -> Iterator[Diagnostic]:
    """What a comment of this very edit approves is a note that shows the comment; one that was there before is about another.

    Nobody can tell from words in a file who wrote them: whoever reviews the edit sees them here.
    """
    old = [source.text for source in edit.before.sources]
    known = [excuse for document in (*edit.after.documents, *fresh) for excuse in excuses(document)]
    new = [excuse for excuse in known if not any(excuse.span.text in text for text in old)]
    for one in found:
        approval = next((excuse for excuse in new if excuse.leaves(one)), None)
        if approval is None:
            yield one
            continue
        label = Label(approval.span, "this comment of the edit approves it, whoever wrote it")
        yield replace(one, severity="note", labels=(*one.labels, label), help="see to it that a person stands behind the comment")


# -- rules that nothing may loosen, and the rules about edits themselves


def _gone(edit: Edit) -> Iterator[Diagnostic]:
    """A doctrine that is nowhere any more: nobody reads its rules, and nobody compares the next edit with it."""
    if not edit.after.sources:
        for source in edit.before.sources:
            message = f"`{source.path}` is no doctrine any more, and nothing that it says holds"
            start = source.text.find("\n")
            mend = "keep the doctrine where it is found, in git, or name the place where it stands now"
            yield Diagnostic("HN805", "error", message, source.span(0, start if start >= 0 else len(source.text)), help=mend)


def _invariants(edit: Edit) -> Iterator[Diagnostic]:
    kept = {_words(rule.span) for rule in _strict(edit.after.rulebook)}
    there = {_words(rule.span) for book in edit.after.rulebook.books for rule in book.rules}
    said = set[str]()
    for rule in _strict(edit.before.rulebook):
        words = _words(rule.span)
        if words not in {*kept, *said} and edit.after.sources:
            said.add(words)
            what = "is one that others may loosen" if words in there else "is changed or gone"
            yield _touched(edit, rule.span, "HN804", f"a rule that no other may loosen {what}")


def _strict(rulebook: RuleBook) -> Iterator[Rule]:
    for book in rulebook.books:
        yield from (rule for rule in book.rules if rule.rank == INVARIANT_RANK)


def _rules_about_edits(edit: Edit) -> Iterator[Diagnostic]:
    """What was said of edits and is said no more; what is new beside it can loosen it as well."""
    was, now = (list(_about_edits(loaded)) for loaded in (edit.before, edit.after))
    old, new = {key for key, _ in was}, {key for key, _ in now}
    told = set[int]()
    for key, span in was if edit.after.sources else ():
        if key not in new:
            found = _touched(edit, span, "HN805", "what an edit owes is itself changed or gone")
            told.add(found.span.line)
            yield found
    for key, span in now if was else ():
        if key not in old and span.line not in told:
            message = f"what an edit owes is itself said anew: `{_words(span).replace('`', '')}`"
            yield Diagnostic("HN805", "warning", message, span, help=_APPROVE.format("HN805"))


def _about_edits(loaded: api.Loaded) -> Iterator[tuple[Hashable, Span]]:
    """All that says what an edit owes and how its rows are counted, each by what it comes to."""
    lists = Forms(loaded).lists
    for evidence in loaded.built.evidence:
        spans = [*(move.span for move in evidence.moves), *(demand.span for demand in evidence.demands), *evidence.supersedes]
        yield from (((_words(span)), span) for span in spans)
        if evidence.moves:
            yield from ((outcome, outcome.span) for outcome in evidence.outcomes)
            columns = [row for form in evidence.forms if form.kind == "COLUMNS" for row in form.rows]
            said = [(role, row) for role, name in evidence.held.items() for row in columns if row.name.key == name]
            yield from (((role, row.name.key), row.span) for role, row in said)
        for form in evidence.forms:
            if form.kind == "RECORD":
                rows = (row for row in form.rows if row.name.key in lists["LOGS"])
                yield from ((code(Forms(loaded).cell(row, "KEPTIN")), row.span) for row in rows)
    yield from ((fold(_words(span)), span) for span in appending(loaded))


def _words(span: Span) -> str:
    return " ".join(span.text.split()).strip(" .;")


def _touched(edit: Edit, span: Span, number: str, message: str) -> Diagnostic:
    """A finding about words that are no longer there: what stands there now, or the heading above."""
    quoted = f"{message}: `{_words(span).replace('`', '')}`"
    return Diagnostic(number, "warning", quoted, in_place_of(edit.after.documents, span), help=_APPROVE.format(number))
