"""The sheet: which forms of which programs are which operation, as plain data made of a doctrine's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from harnessy.guard.forms import Arguments, Form, arranged, matched
from harnessy.guard.record import Anything, Record

YES, MAYBE = "yes", "maybe"


class Row(Record):
    """One row of a table: its role, its name, its forms or paths, the subject asked about, further words, and its place."""

    role: str
    name: str
    forms: tuple[str, ...]
    subject: str = ""
    more: tuple[str, ...] = ()
    place: str = ""


class Sheet:
    """The rows by program. `roles` are the roles of rows that tell how a program is handled."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        self.protected = tuple(row for row in self.rows if row.role == "PROTECTED")
        self.values, self.own = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
        self._forms = dict[str, list[tuple[str, Row]]]()
        self._named, self._read = set[tuple[str, str]](), dict[str, Form]()
        self._starts: tuple[str, ...] = ()
        for row in self.rows:
            self._add(row)
        self.programs = frozenset(self._forms) - {"*"}

    def _add(self, row: Row) -> None:
        if row.role == "PROGRAM":
            self.values[row.name] = self.values.get(row.name, frozenset()) | frozenset(row.forms)
            if row.more:
                self.own[row.name] = frozenset(row.more)
        elif row.role == "STARTS":
            self._starts = (*self._starts, *row.forms)
        elif row.role != "PROTECTED":
            for form in row.forms:
                program, space, _ = form.partition(" ")
                self._forms.setdefault(program.casefold(), []).append((form, row))
                options = (word.partition("=") for word in form.split() if word[0] == "-")
                valued = {name for names, equals, _ in options if equals for name in names.split("/")}
                if valued:
                    self.values[program] = self.values.get(program, frozenset()) | valued
                self._named.add((row.role, program.casefold() if not space else ""))

    @classmethod
    def of(cls, data: Iterable[Iterable[Anything]]) -> Sheet:
        """The sheet of rows as JSON holds them. Raises ValueError or TypeError for what is none."""
        return cls(Row(role, name, tuple(forms), subject, tuple(more), place) for role, name, forms, subject, more, place in data)

    @property
    def data(self) -> list[list[Anything]]:
        """The rows as JSON holds them."""
        return [list(row) for row in self.rows]

    @property
    def empty(self) -> bool:
        """Whether nothing is guarded at all."""
        return not any(row.role in {"OPERATION", "PROTECTED"} for row in self.rows)

    def arguments(self, program: str, words: tuple[str, ...]) -> Arguments:
        """The words of a program, sorted into options, their values and the rest."""
        return arranged(program, words, self.values)

    def hits(self, program: str, arguments: Arguments) -> Mapping[str, list[tuple[Row, str]]]:
        """The rows whose forms fit, by role, each with `yes` or `maybe`."""
        found = dict[str, list[tuple[Row, str]]]()
        for form, row in (*self._forms.get(program, ()), *self._forms.get("*", ())):
            if form not in self._read:
                self._read[form] = Form.of(form)
            fits = matched(self._read[form], arguments, strict=row.role == "HELP")
            if fits:
                found.setdefault(row.role, []).append((row, fits))
        return found

    def named(self, role: str, program: str) -> bool:
        """Whether a row of a role names a program alone, whatever its words."""
        return bool(program) and (role, program) in self._named

    def forms(self, role: str, program: str) -> Iterable[str]:
        """The forms of a program in rows of a role."""
        return (form for form, row in self._forms.get(program, ()) if row.role == role)

    def guarded(self, program: str) -> bool:
        """Whether some form of a program is an operation."""
        return any(row.role == "OPERATION" for _, row in self._forms.get(program, ()))

    def operations(self) -> Iterable[tuple[str, Row]]:
        """Every form that is an operation."""
        return (pair for pairs in self._forms.values() for pair in pairs if pair[1].role == "OPERATION")

    def starts_programs(self, code: str) -> bool:
        """Whether code of another language holds a word that starts programs."""
        return "`" in code or any(word in code for word in self._starts)
