"""Operations and facts in, one decision for each operation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harnessy.decision import Decision, QuestionError, bind, decide
from harnessy.guard import Operation, Recognition, Sheet
from harnessy.guard.sheet import Row
from harnessy.rulebook import RuleBook


@dataclass(frozen=True, slots=True)
class Judged:
    """An operation and what the doctrine says of its subject."""

    operation: Operation
    decision: Decision

    @property
    def goes(self) -> bool:
        """Whether the doctrine lets it go. Nothing else is permission."""
        return self.decision.outcome == "answered" and self.decision.effect == "go"

    @property
    def halts(self) -> bool:
        """Whether only an edit of the doctrine lifts it."""
        return self.decision.outcome == "answered" and self.decision.effect == "halt"


def sheet_of(rulebook: RuleBook) -> Sheet:
    """The sheet that a doctrine's tables about commands make."""
    return Sheet(
        Row(guard.role, guard.name.text, guard.forms, guard.subject, guard.own, _place(guard.span.source.path, guard.span.line))
        for book in rulebook.books
        for guard in book.guards
        if guard.span is not None
    )


def _place(path: str, line: int) -> str:
    return f"{path}:{line}"


def judge(rulebook: RuleBook, recognition: Recognition, facts: Mapping[str, object]) -> list[Judged]:
    """What the doctrine says of each operation, in the order of the call."""
    answers = dict[str, Decision]()
    for subject in dict.fromkeys(operation.subject for operation in recognition.operations):
        answers[subject] = asked(rulebook, subject, facts)
    return [Judged(operation, answers[operation.subject]) for operation in recognition.operations]


def asked(rulebook: RuleBook, subject: str, facts: Mapping[str, object]) -> Decision:
    """The decision about one subject; one that no document knows is answered by none."""
    try:
        return decide(rulebook, bind(rulebook, subject, facts, strict=False))
    except QuestionError as error:
        return Decision(subject, "silent", reason=str(error), digest=rulebook.digest)


def strictest(judged: Iterable[Judged]) -> Judged | None:
    """The one that lets least through: what halts, what holds or has no answer, what goes."""
    ranked = sorted(judged, key=lambda one: 0 if one.halts else 2 if one.goes else 1)
    return ranked[0] if ranked else None
