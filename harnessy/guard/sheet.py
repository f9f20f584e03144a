"""The sheet: which forms of which programs are which operation, as plain data made of a doctrine's tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from harnessy.guard.forms import END, Arguments, Form, Option, arranged, matched, says, spelled
from harnessy.guard.model import OWN
from harnessy.guard.record import Record

YES, MAYBE = "yes", "maybe"
_VALUED = frozenset({"INTO", "CHDIR", "SETTING", "FILTERS"})
_PATHS = frozenset({"PROTECTED", "PROSE"})
_TABLES = ("values", "own", "harmless", "forms", "named", "starts")
_FIELD, _LIST, _PART = "\t", "\x7f", "\n\x1d\n"
_ANY_OPTION = "-*"
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


def _row(line: str) -> Row:
    role, name, forms, subject, more, place = line.split(_FIELD)
    return Row(role, name, tuple(forms.split(_LIST)) if forms else (), subject, tuple(more.split(_LIST)) if more else (), place)


class Known(Record):
    """The words by which a table knows a command, and the options on its line that the table does not tell of."""

    path: str
    strange: tuple[Option, ...]


class Lists:
    """Lists of words by a key. They are kept as one text for each key and are split when somebody asks."""

    def __init__(self, text: str = "") -> None:
        self._texts = dict(line.split(_FIELD, 1) for line in text.split("\n")) if text else dict[str, str]()

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def get(self, key: str) -> list[str]:
        """The words of a key; none where nobody put any."""
        text = self._texts.get(key, "")
        return text.split(_FIELD) if text else []

    def extend(self, key: str, words: Iterable[str]) -> None:
        """Put more words to a key."""
        self._texts[key] = _FIELD.join((*self.get(key), *words))

    @property
    def text(self) -> str:
        """All of it as one text."""
        return "\n".join(f"{key}{_FIELD}{text}" for key, text in self._texts.items())


class Index:
    """Where the rows tell of a program, by the program, or by the program and its first words.

    `values` are the options with a value, `own` the words of a program of its own, `harmless` the numbers of the rows about
    options, `forms` the forms behind the numbers of their rows, `named` the roles of rows that name a program alone.
    """

    def __init__(self, texts: Iterable[str] = ("",) * 6) -> None:
        self.values, self.own, self.harmless, self.forms, self.named, self.starts = map(Lists, texts)

    def add(self, row: Row, number: int) -> None:
        """Take in a row."""
        if row.role == "PROGRAM":
            self.values.extend(row.name, row.forms)
            if row.more:
                self.own.extend(row.name, row.more)
        elif row.role == "OPTIONS":
            for name in row.more or (row.name,):
                self.harmless.extend(name, (str(number),))
        elif row.role == "STARTS":
            self.starts.extend(row.role, row.forms)
        elif row.role not in _PATHS:
            for form in row.forms:
                self._add_form(form, row.role, number)

    def _add_form(self, form: str, role: str, number: int) -> None:
        program, space, _ = form.partition(" ")
        self.forms.extend(program.casefold(), (f"{number} {form}",))
        options = (word.partition("=") for word in form.split() if word[0] == "-")
        valued = [name for names, equals, _ in options if equals or role in _VALUED for name in names.split("/")]
        if valued:
            self.values.extend(_path(form) if role in _VALUED else program, valued)
        if not space:
            self.named.extend(program.casefold(), (role,))

    @property
    def text(self) -> str:
        """The index as a text: what takes a program to find takes a hook a split."""
        tables = (self.values, self.own, self.harmless, self.forms, self.named, self.starts)
        return _PART.join(table.text for table in tables)


class Sheet:
    """The rows by program. `roles` are the roles of rows that tell how a program is handled."""

    def __init__(self, rows: Iterable[Row], index: Index | None = None) -> None:
        self._lines, self._rows = list[str](), dict[int, Row](enumerate(rows))
        if index is None:
            index = Index()
            for number, row in self._rows.items():
                index.add(row, number)
        self._index, self.values, self.own = index, index.values, index.own
        self._read = dict[str, Form]()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in order."""
        return tuple(self.row(number) for number in range(len(self._lines) or len(self._rows)))

    @property
    def protected(self) -> tuple[Row, ...]:
        """The rows that protect paths."""
        if self._protected is None:
            lines = enumerate(self._lines)
            found = (self.row(number) for number, line in lines if line.startswith("PROTECTED"))
            self._protected = tuple(found) if self._lines else tuple(row for row in self._rows.values() if row.role == "PROTECTED")
        return self._protected

    _protected: tuple[Row, ...] | None = None

    def also(self, files: tuple[str, ...]) -> None:
        """Protect further files as the guard's own are, or else as any is: what they say counts as said by a tool or a person."""
        own = next((row for row in self.protected if any(OWN in form for form in row.forms)), next(iter(self.protected), None))
        if own is not None and files:
            self._protected = (*self.protected, own._replace(forms=files))

    def row(self, number: int) -> Row:
        """A row by its number."""
        if number not in self._rows:
            self._rows[number] = _row(self._lines[number])
        return self._rows[number]

    @property
    def programs(self) -> Iterable[str]:
        """The programs that some form is of."""
        return (program for program in self._index.forms if program != "*")

    @classmethod
    def of(cls, data: str) -> Sheet:
        """The sheet of such a text as `data` is. Raises ValueError or AttributeError for what is none."""
        rows, *texts = data.split(_PART)
        if len(texts) != len(_TABLES):
            msg = "no sheet"
            raise ValueError(msg)
        made = cls((), Index(texts))
        made._lines = rows.split("\n") if rows else []
        return made

    @property
    def data(self) -> str:
        """The rows and their index as one text, which is read faster than anything else."""
        fields = ((*row[:2], _LIST.join(row.forms), row.subject, _LIST.join(row.more), row.place) for row in self.rows)
        return _PART.join(("\n".join(map(_FIELD.join, fields)), self._index.text))

    @property
    def empty(self) -> bool:
        """Whether nothing is guarded at all."""
        return not self.protected and not any(self.operations())

    def arguments(self, program: str, words: tuple[str, ...]) -> Arguments:
        """The words of a program, sorted into options, their values and the rest."""
        found = arranged(program, words, self.values)
        return found if all(option.sure for option in found.options) else self._surely(program, found)

    def _surely(self, program: str, arguments: Arguments) -> Arguments:
        """What stands behind an option of which tables tell, and not that it takes a value, is no value of it."""
        listed = self._listed(program, arguments)[1] - {_ANY_OPTION}
        before = (Option("", None), *arguments.options)
        options = (
            one._replace(sure=one.sure or (bool(listed) and spelled(earlier.name, listed)))
            for earlier, one in zip(before, arguments.options, strict=False)
        )
        return arguments._replace(options=tuple(options))

    def form(self, text: str) -> Form:
        """A form, read once."""
        found = self._read.get(text)
        if found is None:
            found = self._read[text] = Form.of(text)
        return found

    def hits(self, program: str, arguments: Arguments) -> Mapping[str, list[tuple[Row, str]]]:
        """The rows whose forms fit, by role, each with `yes` or `maybe`."""
        found = dict[str, list[tuple[Row, str]]]()
        for form, row in (*self._of(program), *self._of("*")):
            fits = matched(self.form(form), arguments, strict=row.role in _STRICT)
            if fits:
                found.setdefault(row.role, []).append((row, fits))
        return found

    def harmless(self, program: str, arguments: Arguments) -> Known | None:
        """What is known of the options of a program and its first words; None where no table tells anything of them."""
        found, listed = self._listed(program, arguments)
        if not found or (program in self.own and found == [program]):
            return None
        strange = tuple(option for option in arguments.options if not spelled(option.name, listed))
        return Known(found[-1], strange)

    def path(self, program: str, words: tuple[str, ...]) -> str:
        """The words behind a program by which a table of options knows it; none where no table does."""
        known = self.harmless(program, self.arguments(program, words))
        return known.path.partition(" ")[2] if known is not None else ""

    def _listed(self, program: str, arguments: Arguments) -> tuple[list[str], frozenset[str]]:
        """The keys under which tables tell of the options of a program and its first words, and these options."""
        path, found = program, [program] if program in self._index.harmless else []
        for word in arguments.words[:3]:
            path = f"{path} {word.casefold()}"
            if path in self._index.harmless:
                found.append(path)
        ended = f"{path} {END}" if len(arguments.words) < 2 + 2 else ""
        if ended in self._index.harmless:
            found.append(ended)
        numbers = (int(number) for key in found for number in self._index.harmless.get(key))
        return found, frozenset(option for number in numbers for option in self.row(number).forms)

    def plain(self, program: str, words: tuple[str, ...]) -> bool:
        """Whether a table knows a command and each option on its line, and no other says that it writes or runs anything."""
        if not any(key in self._index.harmless for key in (program, *(f"{program} {word.casefold()}" for word in words[:1]))):
            return False
        arguments = self.arguments(program, words)
        known = self.harmless(program, arguments)
        return known is not None and not known.strange and not self.hits(program, arguments)

    def tables(self, program: str) -> bool:
        """Whether tables tell all that is known of a program: its own words, and which options of them are harmless."""
        return program in self.own and program in self._index.harmless

    def named(self, role: str, program: str) -> bool:
        """Whether a row of a role names a program alone, whatever its words."""
        return role in self._index.named.get(program)

    def forms(self, role: str, program: str) -> Iterable[str]:
        """The forms of a program in rows of a role."""
        return (form for form, row in self._of(program) if row.role == role)

    def _of(self, program: str) -> Iterable[tuple[str, Row]]:
        """The forms of a program with their rows."""
        for entry in self._index.forms.get(program):
            number, _, form = entry.partition(" ")
            yield form, self.row(int(number))

    def tells(self, program: str) -> bool:
        """Whether some form is of a program."""
        return program.casefold() in self._index.forms

    def guarded(self, program: str) -> bool:
        """Whether some form of a program is an operation."""
        return any(row.role == "OPERATION" for _, row in self._of(program))

    def operations(self) -> Iterable[tuple[str, Row]]:
        """Every form that is an operation."""
        return (pair for program in self._index.forms for pair in self._of(program) if pair[1].role == "OPERATION")

    def starts_programs(self, code: str) -> bool:
        """Whether code of another language holds a word that starts programs."""
        lines = (code, *map(str.strip, code.splitlines()))
        words = self._index.starts.get("STARTS")
        return "`" in code or any(any(says(word, line) for line in lines) if "*" in word else word in code for word in words)
