"""The facts of a question as one book reads them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from harnessy.decision.columns import column
from harnessy.decision.model import ABSENT, Given, QuestionError
from harnessy.decision.question import fact_key, spelled
from harnessy.rulebook.amount import is_open, measured, number
from harnessy.rulebook.memo import MOST_KEPT, per_book
from harnessy.rulebook.model import Book, Fact, Quantity, Scale
from harnessy.rulebook.names import bare, stems
from harnessy.source import nearest

_YES, _NO = frozenset({"yes", "true", "on"}), frozenset({"no", "false", "off"})
_NONE = "none"
_TYPO = 2


@per_book
def _known(book: Book) -> dict[tuple[str, object], tuple[str, Given]]:
    """What words and truths mean for a fact by some name: its key and value. What they mean without a note, they mean for ever."""
    del book
    return {}


def as_truth(value: object) -> bool | None:
    """Yes or no, however it is written; None for anything else."""
    text = str(value).strip().casefold()
    return value if isinstance(value, bool) else True if text in _YES else False if text in _NO else None


class Binder:
    """Binds facts for one book: `bound` by key, `spoken` the name that was used, `notes` on what counts as unknown."""

    __slots__ = ("book", "bound", "known", "notes", "spoken", "strict")

    def __init__(self, book: Book, *, strict: bool) -> None:
        self.book = book
        self.strict = strict
        self.bound: dict[str, Given] = {}
        self.notes: list[str] = []
        self.spoken: dict[str, str] = {}
        self.known = _known(book)

    def add(self, name: str, value: object) -> bool:
        """Bind one fact; says whether the book knows it. Raises QuestionError."""
        listed = column(self.book, name, value)
        if listed:
            self.bound.update(listed)
            self.spoken.update(dict.fromkeys(listed, name))
            return True
        lasting = value.__class__ is str or value.__class__ is bool
        read = self.known.get((name, value)) if lasting else None
        if read is None:
            key = fact_key(self.book, name)
            if key is None:
                return False
            try:
                given = self._given(key, name, value)
            except QuestionError as error:
                if self.strict:
                    raise
                self.notes.append(f"{error}, so it counts as unknown")
                return True
            if given is None:
                return True
            read = key, given
            if lasting and len(self.known) < MOST_KEPT:
                self.known[name, value] = read
        self.put(*read, name)
        return True

    def put(self, key: str, given: Given, name: str) -> None:
        """Bind what a name and its value mean. Raises QuestionError when it was stated otherwise."""
        if self.bound.setdefault(key, given) != given:
            raise QuestionError(f"`{name}` and `{self.spoken[key]}` are the same fact, stated in two ways", "state it once")
        self.spoken[key] = name

    def _given(self, key: str, name: str, value: object) -> Given | None:
        fact = self.book.facts.get(key)
        if value is None or (isinstance(value, str) and value.strip().casefold() == _NONE and not self._names(key, _NONE)):
            return ABSENT
        truth = (fact is None and key not in self.book.quantities) or (fact is not None and fact.kind in {"flag", "truth"})
        quantity = self.book.quantities.get(key)
        if quantity is not None and quantity.parts and (broken := _broken(quantity, value)) is not None:
            return broken
        if truth or (quantity is not None and quantity.kind == "truth"):
            return self._truth(name, value)
        if fact is not None and fact.kind == "count":
            counted = number(str(value)) if not isinstance(value, bool) else None
            return counted > 0 if counted is not None else self._truth(name, value)
        if any(thing is not None and thing.kind == "number" for thing in (fact, quantity)):
            return self._within(key, name, self._number(name, value))
        if fact is not None and fact.kind == "set":
            return self._set(name, value)
        return self._word(key, name, str(value))

    def _set(self, name: str, value: object) -> frozenset[str]:
        """Elements compare by their exact words; an empty one, or what is no list of words, is a mistake."""
        if isinstance(value, (bool, Mapping)):
            raise QuestionError(f"`{name}` is a set, not `{value}`", f"write {name}=a,b, or {name}= for none")
        listed = value if isinstance(value, (list, tuple, set, frozenset)) else str(value).split(",") if str(value) else []
        items = [str(item).strip() for item in listed]
        if not all(items):
            raise QuestionError(f"`{name}` holds an empty element", f"write {name}=a,b, or {name}= for none")
        return frozenset(items)

    def _names(self, key: str, word: str) -> bool:
        return any(value == word for value in self._values(key))

    def _values(self, key: str) -> list[str]:
        fact = self.book.facts.get(key)
        thing = fact or self.book.quantities.get(key)
        scale = self._scale(key)
        named = [member.key for member in scale.members] if scale else []
        return [*named, *(value.key for value in fact.values)] if isinstance(thing, Fact) and fact else named

    def _scale(self, key: str) -> Scale | None:
        thing = self.book.facts.get(key) or self.book.quantities.get(key)
        return self.book.scales.get(thing.scale or "") if thing else None

    def _truth(self, name: str, value: object) -> bool:
        told = as_truth(value)
        if told is not None:
            return told
        raise QuestionError(f"`{name}` is true or false, not `{value}`", f"write {name}=yes or {name}=no")

    def _number(self, name: str, value: object) -> Decimal:
        if isinstance(value, str) and is_open(value):
            plain, whole = value.strip().rstrip("0").rstrip("."), value.strip().replace(".", "")
            raise QuestionError(f"`{name}={value}` may be {whole} or {plain}", f"write {name}={whole} or {name}={plain}")
        found = value if isinstance(value, Decimal) and value.is_finite() else measured(str(value))
        if found is None:
            raise QuestionError(f"`{name}` is a number, not `{value}`", f"write {name}=3, or {name}=none")
        return found

    def _within(self, key: str, name: str, value: Decimal) -> Decimal:
        """A number, where it may be one: an amount is not below nothing, a share no more than all, nothing beyond its range."""
        fact, quantity = self.book.facts.get(key), self.book.quantities.get(key)
        low, high = fact.within if fact is not None else (None, None)
        ranges = [formula.within for formula in quantity.formulas] if quantity is not None else []
        if low is not None and value < low:
            raise QuestionError(f"`{name}` is an amount, and not below {low}, as `{value}` is", f"write {name}=3, or {name}=none")
        if low is not None and high is not None and high > 1 and value > high:
            raise QuestionError(f"`{name}` lies between {low} and {high}, and `{value}` does not", f"write {name}={high}")
        if high is not None and value > high:
            raise QuestionError(f"`{name}` is a share, and not more than all, as `{value}` is", f"write {name}=70% or {name}=0.7")
        if ranges and not any(within is None or within[0] <= value <= within[1] for within in ranges):
            least, most = next(within for within in ranges if within is not None)
            raise QuestionError(f"`{name}` lies between {least} and {most}, and `{value}` does not", f"write {name}={least}")
        return value

    def _word(self, key: str, name: str, text: str) -> str | None:
        word, known = self._same_stems(key, bare(text)), self._values(key)
        if word in known or (not known and self._scale(key) is None):
            return word
        near = nearest(word, known, _TYPO)
        scale, fact = self._scale(key), self.book.facts.get(key)
        declared = (scale is not None and scale.declared) or (fact is not None and fact.closed)
        listed = ", ".join(f"`{value}`" for value in self._spelled(key))
        if self.strict and (declared or near):
            mend = f"did you mean `{self._spell(key, near)}`?" if near else f"the values are {listed}"
            raise QuestionError(f"`{text}` is no value of `{name}`", mend)
        self.notes.append(
            f"`{text}` is no value of `{spelled(self.book, key)}` that {self.book.path} names, so it counts as unknown"
        )
        return None

    def _same_stems(self, key: str, word: str) -> str:
        """The one value of a fact that is the word in another inflection (`removal` for `removes`), else the word."""
        fact = self.book.facts.get(key)
        values = [value.key for value in fact.values] if fact is not None and not fact.closed else []
        same = [value for value in values if stems(value) == stems(word)]
        return same[0] if word not in values and len(same) == 1 else word

    def _spelled(self, key: str) -> list[str]:
        return [self._spell(key, value) for value in dict.fromkeys(self._values(key))]

    def _spell(self, key: str, value: str) -> str:
        fact, scale = self.book.facts.get(key), self._scale(key)
        names = [*(scale.members if scale else ()), *(fact.values if fact else ())]
        return next((name.text for name in names if name.key == value), value)


def _broken(quantity: Quantity, value: object) -> bool | None:
    """A truth stated by the names of what makes it true: some of them, or none; None when it is stated as yes or no."""
    listed = value if isinstance(value, list | tuple | set | frozenset) else [value]
    known = {part.key for part in quantity.parts}
    named = [bare(str(item)) in known for item in listed]
    return bool(named) if all(named) and not isinstance(value, bool) else None
