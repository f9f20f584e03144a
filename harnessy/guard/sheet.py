"""The sheet: which forms of which programs are which operation, as plain data made of a doctrine's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from harnessy.guard.forms import END, Arguments, Form, Option, arranged, matched, says, spelled
from harnessy.guard.record import Anything, Record

YES, MAYBE = "yes", "maybe"
_VALUED = frozenset({"INTO", "CHDIR", "SETTING"})
_STRICT = frozenset({"HELP", "DRY"})


class Row(Record):
    """One row of a table: its role, its name, its forms or paths, the subject asked about, further words, and its place."""

    role: str
    name: str
    forms: tuple[str, ...]
    subject: str = ""
    more: tuple[str, ...] = ()
    place: str = ""


def _path(form: str) -> str:
    """The program of a form and the words of it that name what is done."""
    return " ".join(word for word in form.split() if word[0] != "-" and "*" not in word)


class Known(Record):
    """The words by which a table knows a command, and the options on its line that the table does not tell of."""

    path: str
    strange: tuple[Option, ...]


class Sheet:
    """The rows by program. `roles` are the roles of rows that tell how a program is handled."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        self.protected = tuple(row for row in self.rows if row.role == "PROTECTED")
        self.values, self.own = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
        self._forms = dict[str, list[tuple[str, Row]]]()
        self._named, self._read = set[tuple[str, str]](), dict[str, Form]()
        self._starts: tuple[str, ...] = ()
        self._harmless = dict[str, tuple[str, ...]]()
        for row in self.rows:
            self._add(row)
        self.programs = frozenset(self._forms) - {"*"}

    def _add(self, row: Row) -> None:
        if row.role == "PROGRAM":
            self.values[row.name] = self.values.get(row.name, frozenset()) | frozenset(row.forms)
            if row.more:
                self.own[row.name] = frozenset(row.more)
        elif row.role == "OPTIONS":
            self._harmless[row.name] = (*self._harmless.get(row.name, ()), *row.forms)
        elif row.role == "STARTS":
            self._starts = (*self._starts, *row.forms)
        elif row.role != "PROTECTED":
            for form in row.forms:
                program, space, _ = form.partition(" ")
                self._forms.setdefault(program.casefold(), []).append((form, row))
                options = (word.partition("=") for word in form.split() if word[0] == "-")
                valued = {name for names, equals, _ in options if equals or row.role in _VALUED for name in names.split("/")}
                if valued:
                    path = _path(form) if row.role in _VALUED else program
                    self.values[path] = self.values.get(path, frozenset()) | valued
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

    def form(self, text: str) -> Form:
        """A form, read once."""
        found = self._read.get(text)
        if found is None:
            found = self._read[text] = Form.of(text)
        return found

    def hits(self, program: str, arguments: Arguments) -> Mapping[str, list[tuple[Row, str]]]:
        """The rows whose forms fit, by role, each with `yes` or `maybe`."""
        found = dict[str, list[tuple[Row, str]]]()
        for form, row in (*self._forms.get(program, ()), *self._forms.get("*", ())):
            fits = matched(self.form(form), arguments, strict=row.role in _STRICT)
            if fits:
                found.setdefault(row.role, []).append((row, fits))
        return found

    def harmless(self, program: str, arguments: Arguments) -> Known | None:
        """What is known of the options of a program and its first words; None where no table tells anything of them."""
        path, found = program, [program] if program in self._harmless else []
        for word in arguments.words[:3]:
            path = f"{path} {word.casefold()}"
            if path in self._harmless:
                found.append(path)
        ended = f"{path} {END}" if len(arguments.words) < 2 + 2 else ""
        if ended in self._harmless:
            found.append(ended)
        if not found or (program in self.own and found == [program]):
            return None
        listed = frozenset(option for key in found for option in self._harmless[key])
        strange = tuple(option for option in arguments.options if not spelled(option.name, listed))
        return Known(found[-1], strange)

    def tables(self, program: str) -> bool:
        """Whether tables tell all that is known of a program: its own words, and which options of them are harmless."""
        return program in self.own and program in self._harmless

    def named(self, role: str, program: str) -> bool:
        """Whether a row of a role names a program alone, whatever its words."""
        return bool(program) and (role, program) in self._named

    def forms(self, role: str, program: str) -> Iterable[str]:
        """The forms of a program in rows of a role."""
        return (form for form, row in self._forms.get(program, ()) if row.role == role)

    def tells(self, program: str) -> bool:
        """Whether some form is of a program."""
        return program.casefold() in self._forms

    def guarded(self, program: str) -> bool:
        """Whether some form of a program is an operation."""
        return any(row.role == "OPERATION" for _, row in self._forms.get(program, ()))

    def operations(self) -> Iterable[tuple[str, Row]]:
        """Every form that is an operation."""
        return (pair for pairs in self._forms.values() for pair in pairs if pair[1].role == "OPERATION")

    def starts_programs(self, code: str) -> bool:
        """Whether code of another language holds a word that starts programs."""
        return "`" in code or any(says(word, code) if "*" in word else word in code for word in self._starts)
