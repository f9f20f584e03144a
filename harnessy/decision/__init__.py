"""Decision: a rulebook and a question in, a cited decision out; pure, and silent about files."""

from harnessy.decision.binding import bind
from harnessy.decision.decide import decide
from harnessy.decision.instead import instead
from harnessy.decision.lookup import ask_words
from harnessy.decision.model import ABSENT, Citation, Decision, Given, Question, QuestionError
from harnessy.decision.question import subjects

__all__ = [
    "ABSENT",
    "Citation",
    "Decision",
    "Given",
    "Question",
    "QuestionError",
    "ask_words",
    "bind",
    "decide",
    "instead",
    "subjects",
]
