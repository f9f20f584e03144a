"""What a tool call does: each command that it may run is held against the forms of the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from harnessy.guard import paths
from harnessy.guard.expand import Scope
from harnessy.guard.forms import Arguments, fits
from harnessy.guard.launch import Hits, commands_in, seeds, split_name, start_words
from harnessy.guard.model import HOLE, HOLES, UNKNOWN, Call, Operation, Recognition, Surroundings, known
from harnessy.guard.sheet import MAYBE, YES, Row, Sheet
from harnessy.guard.walk import Command, Input, Walker

_SIMPLE = re.compile(r"[\w./:@%,+-]+(?: [\w./:=@%,+-]+)*")
_PATCHED = re.compile(r"^(?:\*\*\* (?:Update File|Add File|Delete File|Move to):|\+\+\+|---) +(?:[ab]/)?(\S+)", re.MULTILINE)
_CHANGES = ("ALTERS", "FOLDERS", "LAST")


def recognise(sheet: Sheet, call: Call, around: Surroundings = Surroundings()) -> Recognition:  # noqa: B008 # a tuple
    """The operations in a tool call. Raises NoParser where a command needs the shell parser and it is not installed."""
    return Recogniser(sheet, around).call(call)


class Recogniser:
    """Collects what a call does. `found` keeps each operation once for each place; `doubts` keeps their order."""

    def __init__(self, sheet: Sheet, around: Surroundings) -> None:
        self.sheet, self.around = sheet, around
        self.found = dict[tuple[object, ...], Operation]()
        self.doubts = dict[str, None]()
        self.walker = Walker(self.run, self.write, self.doubt, fresh=lambda name: sheet.named("FRESH", split_name(name)[0]))

    def call(self, call: Call) -> Recognition:
        """Everything in one tool call."""
        scope = Scope(self.around.folder)
        if call.command is not None:
            self.command(call.command, scope)
        for path in call.paths:
            self.write(path, scope, ())
        for text in call.texts:
            self._patch(text, scope, ())
        tool = call.tool.casefold()
        arguments = self.sheet.arguments(tool, ())
        for program in (form for form in self.sheet.programs if "*" in form and fits(form, tool)):
            self._operations(self.sheet.hits(program, arguments), (call.tool,), (), repeats=False)
        return Recognition(tuple(self.found.values()), tuple(self.doubts))

    def command(self, text: str, scope: Scope) -> None:
        """A command line. One of plain words needs no parser."""
        if _SIMPLE.fullmatch(text) and not self._is_keyword(text.partition(" ")[0]):
            self.run(Command(tuple(text.split(" ")), Input(), scope, (0,), repeats=False))
        else:
            self.walker.text(text, scope)

    @staticmethod
    def _is_keyword(word: str) -> bool:
        return word in {"if", "for", "while", "until", "case", "select", "function", "time", "coproc"}

    def doubt(self, why: str) -> None:
        """Keep why something cannot be analysed."""
        self.doubts.setdefault(why)

    # -- files

    def write(self, path: str, scope: Scope, where: tuple[int, ...]) -> None:
        """A file is written. Of a path that nothing is known of, it is not known whether it is protected."""
        if not path.strip("".join((*UNKNOWN, "/"))):
            self.doubt("what is written to is not known before it runs")
        self._protect(paths.protected(self.sheet.protected, scope.folder, path), path, where)

    def _protect(self, rows: Iterable[Row], path: str, where: tuple[int, ...], *, repeats: bool = False) -> None:
        for row in rows:
            if known(path):
                operation = Operation(row.name, row.subject, path, row.place, where, repeats)
                self.found.setdefault((row.name, row.subject, where), operation)
            else:
                self.doubt(f"`{_shown(path)}` may be {row.name}")

    def _patch(self, text: str, scope: Scope, where: tuple[int, ...]) -> None:
        for path in _PATCHED.findall(text):
            self._protect(paths.protected(self.sheet.protected, scope.folder, path), path, where)

    # -- commands

    def run(self, command: Command) -> None:
        """One command: built into the shell, a function, an alias, or a program."""
        words = command.words
        while words and not words[0]:
            words = words[1:]
        if not words:
            return
        command = command._replace(words=words)
        if words[0] in command.scope.functions:
            self.walker.call(words[0], command)
        elif words[0] in command.scope.aliases:
            self._aliased(command)
        elif not seeds(self, command):
            self.program(command, within=False)

    def _aliased(self, command: Command) -> None:
        text, scope = command.scope.aliases[command.words[0]], command.scope.copy()
        del scope.aliases[command.words[0]]
        lines = [*commands_in(text)] or [()]
        self.walker.text(text, scope, command.where[-1])
        if len(lines) == 1:
            self.run(command._replace(words=(*lines[0], *command.words[1:]), scope=scope))

    def program(self, command: Command, *, within: bool) -> None:
        """A program with its words, and whatever it runs in turn. `within`: it may be only a word of something else."""
        program, words = split_name(command.words[0], command.words[1:], self.sheet.guarded)
        if not known(program):
            self._unknown_program(command, words)
            return
        arguments = self.sheet.arguments(program, words)
        hits = self.sheet.hits(program, arguments)
        if any(sure == YES for _, sure in hits.get("HELP", ())):
            return
        self._operations(hits, command.words, command.where, repeats=command.repeats)
        self._words_of_its_own(command, program, arguments, within=within)
        if program in self.sheet.own:
            self._settings(command, program, arguments)
        reads = any(sure == YES for _, sure in hits.get("READING", ()))
        changes = [row.role for role in _CHANGES for row, _ in hits.get(role, ())]
        if not within:
            self._paths(command, arguments, changes, quiet=reads)
        start_words(self, command, program, hits, quiet=reads)

    def _operations(
        self, hits: Hits, words: tuple[str, ...], where: tuple[int, ...], *, repeats: bool,
    ) -> None:
        line = " ".join(map(_shown, words))
        for row, sure in hits.get("OPERATION", ()):
            if sure == MAYBE:
                self.doubt(f"`{line}` may be one to {row.name}")
            else:
                operation = Operation(row.name, row.subject, line, row.place, where, repeats)
                self.found.setdefault((row.name, row.subject, where), operation)
        if hits.get("OPAQUE"):
            self.doubt(f"what `{line}` comes to is not seen from here")

    def held(self, text: str, command: Command) -> None:
        """A word that may hold a command: what is found in it counts, what cannot be read in it does not."""
        inner = Recogniser(self.sheet, self.around)
        inner.walker.depth = self.walker.depth + 1
        inner.walker.text(text, command.scope.copy())
        for operation in inner.found.values():
            where = (*command.where, *operation.where)
            self.found.setdefault((operation.name, operation.subject, where), operation._replace(where=where))

    def _settings(self, command: Command, program: str, arguments: Arguments) -> None:
        """Settings given to a program on its line may hold commands that it runs."""
        taking = self.sheet.values.get(program, frozenset())
        for option in arguments.options:
            key, equals, text = (option.value or "").partition("=")
            if equals and key and option.name in taking:
                self.held(text.removeprefix("!"), command)

    def _unknown_program(self, command: Command, words: tuple[str, ...]) -> None:
        """A program whose name only the run will tell: if any guarded form could be meant, nobody knows."""
        if HOLES in command.words[0] or any(not known(word) for word in words):
            self.doubt("which program is run is not known before it runs")
            return
        for form, row in self.sheet.operations():
            arguments = self.sheet.arguments(form.partition(" ")[0], words)
            if any(row in (hit for hit, _ in rows) for rows in self.sheet.hits(form.partition(" ")[0], arguments).values()):
                self.doubt("which program is run is not known before it runs")
        start_words(self, command, "", {}, quiet=False)

    def _words_of_its_own(self, command: Command, program: str, arguments: Arguments, *, within: bool) -> None:
        """A word that a program does not know may be an alias, which may be anything."""
        own = self.sheet.own.get(program)
        first = next(iter(arguments.words), "")
        if own is None or within or not first or first.casefold() in own:
            return
        text = self._alias(program, arguments, first)
        if text is None:
            self.doubt(f"`{program} {_shown(first)}` may be an alias for anything")
        elif text.startswith("!"):
            self.walker.text(text[1:], command.scope.copy(), command.where[-1])
        else:
            at = command.words.index(first) if first in command.words else len(command.words)
            options = [word for option in arguments.options for word in (option.name, option.value or "") if word]
            rest = (*text.split(), *command.words[at + 1 :])
            self.walker.depth += 1
            if self.walker.depth < 2**5:
                self.program(command._replace(words=(program, *options, *rest)), within=within)
            self.walker.depth -= 1

    def _alias(self, program: str, arguments: Arguments, name: str) -> str | None:
        """What an alias stands for: one given on the line, or one that the surroundings know."""
        for option in arguments.options:
            if any(sure == YES for _, sure in self.sheet.hits(program, Arguments((option,), (), False, ())).get("ALIAS", ())):
                key, equals, text = (option.value or "").partition("=")
                if equals and key.rpartition(".")[2].casefold() == name.casefold() and known(text):
                    return text
        return self.around.alias(name)

    def _paths(self, command: Command, arguments: Arguments, changes: list[str], *, quiet: bool) -> None:
        """The paths on a command line that the program may write."""
        if quiet and not changes:
            return
        scope, rows = command.scope, self.sheet.protected
        folder = scope.folder if changes or known(scope.folder) else ""
        written = list(_written(arguments, changes))
        fed = list(command.input.words) if HOLES in command.words else []
        globs = [word for word in (*arguments.words, *fed) if "*" in word]
        for path in filter(None, [*written, *(word for word in globs if fed)]):
            if HOLES in path and globs and changes:
                continue
            if changes and not path.strip("".join(UNKNOWN)):
                self.doubt("what is written to is not known before it runs")
            hit = paths.protected(rows, folder, path) if changes or ("*" not in path and known(path)) else []
            if "FOLDERS" in changes and not (globs and path.strip("./") == ""):
                hit += [row for row in paths.above(rows, scope.folder, path) if row not in hit]
            self._protect(hit, path, command.where, repeats=command.repeats)
        self._patch(command.input.text or "", scope, command.where)


def _written(arguments: Arguments, changes: list[str]) -> Iterator[str]:
    """The words that may be paths to write: all of them, or the last where the program writes only there."""
    words = arguments.words
    if {"LAST", "FOLDERS"} & {*changes}:
        yield from words[-1:]
        if words[-1:] and (len(words) > 2 or "." not in words[-1].strip("./")):
            yield from (f"{words[-1].rstrip('/')}/{source.rstrip('/').rpartition('/')[2]}" for source in words[:-1])
    if "LAST" not in changes or len(changes) > 1:
        yield from words
        yield from (value for word in words if (value := word.partition("=")[2]))
    for option in arguments.options:
        yield option.value or (option.name[2:] if not option.name.startswith("--") else "")


def _shown(word: str) -> str:
    """A word for people: what is not known in it is an ellipsis."""
    return word.replace(HOLE, "…").replace(HOLES, "…")
