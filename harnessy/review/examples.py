"""The examples of a doctrine, asked as anybody would ask them, and compared with what their authors expect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from harnessy.decision import Citation, Decision, QuestionError, bind, decide
from harnessy.document import Document
from harnessy.review.expected import cited, fits
from harnessy.rulebook import Book, RuleBook
from harnessy.rulebook.model import Example
from harnessy.source import Diagnostic, Label


@dataclass(frozen=True, slots=True)
class Result:
    """An example and how it went. `decision` is missing where it cannot be asked, `problem` empty where all is well."""

    example: Example
    book: Book
    decision: Decision | None
    problem: str = ""
    help: str = ""

    @property
    def passed(self) -> bool:
        """Whether the answer is the one expected."""
        return not self.problem


def test(rulebook: RuleBook) -> tuple[Result, ...]:
    """Ask every example of every document of the whole rulebook."""
    return tuple(_result(rulebook, book, example) for book in rulebook.books for example in book.examples)


def stated(example: Example) -> Mapping[str, str]:
    """The facts of an example by name."""
    return {name: value for name, value, _ in example.facts}


def _result(rulebook: RuleBook, book: Book, example: Example) -> Result:
    try:
        decision = decide(rulebook, bind(rulebook, example.subject, stated(example), strict=True))
    except QuestionError as error:
        return Result(example, book, None, f"this example cannot be asked: {error}", error.help)
    if not fits(example.answer, decision):
        return Result(example, book, decision, f"expected `{example.answer}`, but the answer is {_told(decision)}")
    if not cited(example.cites, decision):
        problem = f"`{example.answer}` as expected, but nothing that decided is `{example.cites}`"
        return Result(example, book, decision, problem)
    return Result(example, book, decision)


def _told(decision: Decision) -> str:
    """An answer in a few words."""
    if decision.outcome == "missing":
        return f"missing {', '.join(f'`{item.fact}`' for item in decision.missing)}"
    if decision.outcome != "answered":
        return f"{decision.outcome}: {decision.reason}" if decision.reason else decision.outcome
    if decision.effect is None:
        return ", ".join(f"`{value}`" for name, value in decision.values.items() if name == decision.subject)
    acts = "; ".join(act.words for act in decision.acts)
    return f"{decision.effect}: `{acts}`" if acts else decision.effect


def findings(results: Iterable[Result]) -> Iterator[Diagnostic]:
    """A finding for each example that failed, with the derivation of the answer as its labels."""
    for result in results:
        if not result.passed:
            steps = result.decision.because if result.decision else ()
            labels = tuple(Label(step.span, _gives(step)) for step in steps)
            mend = result.help or "mend the rule that the labels show, or correct the example"
            yield Diagnostic("HN406", "error", result.problem, result.example.answer_span, labels, mend)


def unusable(
    documents: Iterable[Document], rulebook: RuleBook, found: Iterable[Diagnostic],
) -> Iterator[Diagnostic]:
    """Those findings that lie in a table of examples: what they are about is not asked."""
    rows = [reading.span for book in rulebook.books for reading in book.readings if reading.kind == "example"]
    tables = [table.span for document in documents for _, table in document.tables()]
    ours = [table for table in tables if any(table.covers(row) for row in rows)]
    yield from (finding for finding in found if any(table.covers(finding.span) for table in ours))


def _gives(step: Citation) -> str:
    return f"gives {step.gives}" if step.gives else "decided"
