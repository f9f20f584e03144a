"""What command lines do: each command that they may run is held against the forms of the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.guard import paths
from harnessy.guard.expand import Scope
from harnessy.guard.findings import Findings, shown
from harnessy.guard.forms import Arguments
from harnessy.guard.launch import commands_in, seeds, split_name, start_words
from harnessy.guard.model import HOLE, HOLES, UNKNOWN, Surroundings, known
from harnessy.guard.sheet import YES, Sheet
from harnessy.guard.walk import Command, Input, Walker, same_path

_SIMPLE = re.compile(r"[\w./:@%,+-]+(?: [\w./:=@%,+-]+)*")
_MOST_SCRIPTS, _MOST_STEPS, _MOST_WORDS = 8, 600, 500
_CHANGES = ("ALTERS", "FOLDERS", "LAST")


class Recogniser(Findings):
    """Finds what command lines do."""

    def __init__(self, sheet: Sheet, around: Surroundings, reading: tuple[str, ...] = ()) -> None:
        super().__init__(sheet, around)
        self.reading = reading
        self.walker = Walker(self.run, self.write, self.doubt, fresh=lambda name: sheet.named("FRESH", split_name(name)[0]))

    def line(self, text: str) -> None:
        """A command line. One of plain words needs no parser."""
        scope = Scope(self.around.folder)
        try:
            if _SIMPLE.fullmatch(text) and not self._is_keyword(text.partition(" ")[0]):
                self.run(Command(tuple(text.split(" ")), Input(), scope, (0,), repeats=False))
            else:
                self.walker.text(text, scope)
        except RecursionError:
            self.doubt("commands stand in commands too deep to be read")

    @staticmethod
    def _is_keyword(word: str) -> bool:
        return word in {"if", "for", "while", "until", "case", "select", "function", "time", "coproc"}

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
        self.walker.steps += 1
        if self.walker.steps > _MOST_STEPS or len(command.words) > _MOST_WORDS:
            self.doubt("the command is too long to be read")
            return
        program, words = split_name(command.words[0], command.words[1:], self.sheet.guarded)
        if not known(program):
            self._unknown_program(command, words)
            return
        arguments = self.sheet.arguments(program, words)
        hits = self.sheet.hits(program, arguments)
        if any(sure == YES for _, sure in hits.get("HELP", ())):
            return
        self.operations(hits, command.words, command.where, repeats=command.repeats)
        self._words_of_its_own(command, program, arguments, within=within)
        if program in self.sheet.own:
            self._settings(command, program, arguments)
        reads = any(sure == YES for _, sure in hits.get("READING", ()))
        changes = [row.role for role in _CHANGES for row, _ in hits.get(role, ())]
        if not within:
            self._paths(command, arguments, changes, quiet=reads)
        start_words(self, command, program, hits, quiet=reads)

    def held(self, text: str, command: Command) -> None:
        """A word that may hold a command: what is found in it counts, what cannot be read in it does not."""
        if not text or len(self.reading) > _MOST_SCRIPTS or text in self.reading:
            return
        inner = Recogniser(self.sheet, self.around, (*self.reading, text))
        inner.walker.depth, inner.walker.steps = self.walker.depth + 1, self.walker.steps
        inner.walker.text(text.lstrip("!: "), command.scope.copy())
        self.walker.steps = inner.walker.steps
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
            self.doubt(f"`{program} {shown(first)}` may be an alias for anything")
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
        return self.around.alias(program, name)

    def _made(self, command: Command, arguments: Arguments, changes: list[str]) -> None:
        """Remember the files that a program makes: a script among them has a text that only the run will tell."""
        last = arguments.words[-1:] if {"LAST", "FOLDERS"} & {*changes} else ()
        for path in last:
            command.scope.files[same_path(path)] = HOLE
        if changes == ["ALTERS"] and command.input.text is not None:
            command.scope.files.update({same_path(word): command.input.text for word in arguments.words})
        if not changes:
            command.scope.named.update(map(same_path, arguments.words))

    def _paths(self, command: Command, arguments: Arguments, changes: list[str], *, quiet: bool) -> None:
        """The paths on a command line that the program may write."""
        if quiet and not changes:
            return
        scope, rows = command.scope, self.sheet.protected
        self._made(command, arguments, changes)
        folder = scope.folder if changes or known(scope.folder) else ""
        written = list(_written(arguments, changes))
        fed = list(command.input.words) if HOLES in command.words else []
        globs = [word for word in (*arguments.words, *fed) if "*" in word]
        for path in filter(None, [*written, *(word for word in globs if fed)]):
            if HOLES in path and globs and changes:
                continue
            branch = "--" not in command.words and split_name(command.words[0])[0] in self.sheet.own
            if changes and not path.strip("".join(UNKNOWN)):
                if branch:
                    continue
                self.doubt("what is written to is not known before it runs")
            hit = paths.protected(rows, folder, path) if changes or ("*" not in path and known(path)) else []
            if "FOLDERS" in changes and not (globs and path.strip("./") == ""):
                hit += [row for row in paths.above(rows, scope.folder, path) if row not in hit]
            self.protect(hit, path, command.where, repeats=command.repeats)
        self.patch(command.input.text or "", scope.folder, command.where)


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
