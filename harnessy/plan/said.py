"""What a text says of two issues in so many words."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy.plan.charter import Phrase
from harnessy.plan.references import Named
from harnessy.source import Span


@dataclass(frozen=True, slots=True)
class Said:
    """One issue names another after a phrase: whose subject is `subject` (None: the issue itself), and where.

    `read` is false where a phrase and a name stand in one sentence, and what the sentence says of them is not understood;
    there may be no name in it at all (`target` None).
    """

    phrase: Phrase
    target: Named | None
    spans: tuple[Span, ...]
    subject: Named | None = None
    itself: bool = False
    read: bool = True
