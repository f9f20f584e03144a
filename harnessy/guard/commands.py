"""What command lines do: each command that they may run is held against the forms of the sheet."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import pairwise

from harnessy.guard import paths
from harnessy.guard.command import Command, Input
from harnessy.guard.expand import Scope
from harnessy.guard.findings import Findings, shown
from harnessy.guard.forms import Arguments, fits, says
from harnessy.guard.launch import outside, seeds, start_words
from harnessy.guard.listed import found_by, listed
from harnessy.guard.model import HOLE, HOLES, Operation, Surroundings, known
from harnessy.guard.names import commands_in, same_path, split_name
from harnessy.guard.runner import CODE_NEXT
from harnessy.guard.searched import shadowed
from harnessy.guard.settings import strange_settings
from harnessy.guard.sheet import YES, Row, Sheet
from harnessy.guard.targets import CHANGES, LOSES, added, is_here, plain, targets, told, unseen
from harnessy.guard.texts import globbed, on_disk
from harnessy.guard.walk import LONGEST, Walker

_SIMPLE = re.compile(r"[\w./:@%,+-]+(?: [\w./:=@%,+-]+)*")
_GLOBBED = re.compile(r"[?*]|\[[^]]+\]")
_NEW_PATH = "/tmp/new"  # noqa: S108 # stands for a path that a program makes up
_DECLARES = frozenset({"export", "declare", "typeset", "local", "readonly"})
_KEYWORDS = _DECLARES | {"if", "for", "while", "until", "case", "select", "function", "time", "coproc", "unset"}
_DONE = frozenset({"OPERATION", "OPAQUE"})
_MOST_SCRIPTS, _MOST_STEPS, _MOST_WORDS = 8, 600, 500


class Recogniser(Findings):
    """Finds what command lines do."""

    def __init__(self, sheet: Sheet, around: Surroundings, reading: tuple[str, ...] = ()) -> None:
        super().__init__(sheet, around)
        self.reading, self.mentions = reading, dict[str, Mapping[tuple[object, ...], Operation]]()
        self.walker = Walker(
            self.run, self.write, self.doubt, prints=self._prints, set_by=lambda name: sheet.tells(f"{name}="), stands=self._stood,
        )

    def _stood(self, path: str, scope: Scope) -> str | None:
        """What a file held before this line."""
        return on_disk(self, scope, path)

    def _prints(self, words: tuple[str, ...]) -> str | None:
        """What tables tell that a program prints: a path that is new, or settings for a shell, in which nothing is run."""
        program, rest = split_name(self.sheet, words[0], words[1:])
        hits = self.sheet.hits(program, self.sheet.arguments(program, rest)) if known(" ".join(words)) else {}
        return _NEW_PATH if hits.get("FRESH") else "" if hits.get("SETUP") else None

    def line(self, text: str) -> None:
        """A command line. One of plain words needs no parser."""
        scope = Scope(self.around.folder)
        if "\0" in text:
            self.doubt("the command has a NUL byte in it, and nobody knows what a shell makes of that")
            text = text.replace("\0", "")
        try:
            if len(text) <= LONGEST and _SIMPLE.fullmatch(text) and not self._is_keyword(text.partition(" ")[0]):
                self.run(Command(tuple(text.split(" ")), Input(), scope, (0,), repeats=False))
            else:
                self.walker.text(text, scope)
        except RecursionError:
            self.doubt("commands stand in commands too deep to be read")

    def perhaps(self, text: str, at: int) -> None:
        """A text that may be a command line: what is found in it counts, and not that it is hard to read."""
        command = Command((text,), Input(), Scope(self.around.folder), (-1, at), repeats=False)
        self.held(text, command)
        if self.sheet.starts_programs(text):
            self.found.update(self._mentioned(text, command))

    @staticmethod
    def _is_keyword(word: str) -> bool:
        return word in _KEYWORDS

    # -- commands

    def run(self, command: Command) -> None:
        """One command: built into the shell, a function, an alias, or a program."""
        words = command.words
        while words and not words[0]:
            words = words[1:]
        if not words:
            return
        command = command._replace(words=words)
        shadow = shadowed(self, command)
        if shadow:
            command = command._replace(words=(shadow, *words[1:]))
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
        program, words = split_name(self.sheet, command.words[0], command.words[1:])
        if not known(program) or _GLOBBED.search(program):
            self._unknown_program(command, words)
            return
        self._declared(command, program, words)
        arguments = self.sheet.arguments(program, words)
        hits = self.rows(command, program, arguments)
        if any(sure == YES for _, sure in hits.get("HELP", ())):
            return
        dry = any(sure == YES for _, sure in hits.get("DRY", ()))
        shown_only = {role: rows for role, rows in hits.items() if role not in _DONE} if dry else hits
        self.operations(shown_only, command.words, command.where, repeats=command.repeats)
        if not hits.get("OPERATION"):
            self._other_reading(command, program, words)
        if hits.get("HERE") and not dry:
            self._without_ref(self._moved(command, program, arguments), program, words)
        self._stands(command, program, arguments)
        self._words_of_its_own(command, program, arguments, within=within)
        if program in self.sheet.own:
            self._settings(command, program, arguments)
        reads = self._reads(command, program, arguments, hits, within=within)
        command = self._moved(command, program, arguments)
        if not within:
            self._writes(command, {LOSES[0]: hits.get(LOSES[0], [])} if dry else hits, (program, arguments), quiet=reads or dry)
        if not (reads or within or program in self.sheet.own or any(hits.get(role) for role in CHANGES)):
            self._may_run(command, program, hits)
        if hits.get("BRINGS"):
            values = [option.value for option in arguments.options if option.value]
            named = ((path.rpartition("/")[2] if "://" in path else path) for path in (*arguments.words, *values))
            command.scope.files.update({same_path(path): HOLE for path in named})
        start_words(self, command, program, hits, quiet=reads)

    def _declared(self, command: Command, program: str, words: tuple[str, ...]) -> None:
        """`coproc export A='…'`: a declaration that is started by its words sets what other programs may run."""
        for name, equals, value in (word.partition("=") for word in words if program in _DECLARES):
            if equals and name.isidentifier():
                self.run(command._replace(words=(f"{name}=", value)))

    def _may_run(self, command: Command, program: str, hits: Mapping[str, list[tuple[Row, str]]]) -> None:
        """A program of which no table tells may run what it is fed, and what this line wrote, unless that is only prose."""
        read = bool(hits.get("CODE") or hits.get("SHELL") or hits.get("INPUT"))
        named = {same_path(word) for word in command.words} if read else set()
        texts = [("what it reads", None if read else command.input.text)]
        texts += [(f"`{path}`", text) for path, text in command.scope.files.items() if path not in named and not self._prose(path)]
        codes = [pair for pair in pairwise(() if read else command.words) if CODE_NEXT.fullmatch(pair[0])]
        texts += [(f"`{before}`", text) for before, text in codes if self.sheet.starts_programs(text)]
        for name, text in texts:
            found = self._mentioned(text, command) if text and known(text) else {}
            if found:
                self.doubt(f"`{program}` may run {name}")
                self.found.update(found)

    def _prose(self, path: str) -> bool:
        """Whether a file holds no code, by its name."""
        return any(says(glob, path) for row in self.sheet.rows if row.role == "PROSE" for glob in row.forms)

    def _mentioned(self, text: str, command: Command) -> Mapping[tuple[object, ...], Operation]:
        """What words of a text make that is guarded. A text is read once, however often it may be run."""
        if text in self.mentions:
            return self.mentions[text]
        self.mentions[text] = {}
        inner = self._inside(text)
        from harnessy.guard import code

        for words in (code.words_of(text)[:_MOST_WORDS], code.words_of(code.joined(text))[:_MOST_WORDS]):
            for at, word in enumerate(words):
                if self.sheet.guarded(split_name(self.sheet, word)[0]):
                    inner.program(command._replace(words=tuple(words[at:]), scope=command.scope.copy()), within=True)
        self.walker.steps = inner.walker.steps
        self.mentions[text] = inner.found
        return inner.found

    def _other_reading(self, command: Command, program: str, words: tuple[str, ...]) -> None:
        """An option in front that no table tells of may take the next word as its value."""
        at = next((index for index, word in enumerate(words) if not word.startswith("-")), 0)
        if not at or program in self.sheet.own or "=" in words[at - 1] or not self.sheet.guarded(program):
            return
        hits = self.sheet.hits(program, self.sheet.arguments(program, words[at + 1 :]))
        self.operations({"OPERATION": hits.get("OPERATION", [])}, command.words, command.where, repeats=command.repeats)

    def _without_ref(self, command: Command, program: str, words: tuple[str, ...]) -> None:
        """A push that names no ref pushes that of a branch: the one that the line went to, or the one it stands on."""
        scope = command.scope
        went, chain = scope.branch or ("", 0)
        for branch in dict.fromkeys((went, went if chain and chain == self.walker.chained else "")):
            pushed = self.around.pushed(scope.folder, branch)
            for ref in pushed or ():
                extended = self.sheet.arguments(program, (*words, ref))
                found = {"OPERATION": self.sheet.hits(program, extended).get("OPERATION", [])}
                self.operations(found, (*command.words, ref), command.where, repeats=command.repeats)
            if pushed == ():
                self.doubt("which branch is pushed is not known before it runs")

    def _stands(self, command: Command, program: str, arguments: Arguments) -> None:
        """Remember the branch that a command goes to."""
        for form, values in told(self.sheet, "STANDS", program, arguments):
            name = next(iter(values if form.options else arguments.words[-1:]), "")
            if name:
                command.scope.branch = (name, self.walker.chained)

    def _reads(
        self, command: Command, program: str, arguments: Arguments, hits: Mapping[str, list[tuple[Row, str]]], *, within: bool,
    ) -> bool:
        """Whether a command only reads, as far as the tables tell; what they should tell and do not is a doubt."""
        own = outside(self.sheet, program, command.words[1:]) if hits.get("REST") else ()
        told = self.sheet.harmless(program, self.sheet.arguments(program, own) if own else arguments)
        if self.sheet.tables(program) and not within:
            known_as = f"{program} {shown(' '.join(arguments.words[:2]))}".strip()
            if told is None and not hits.get("OPERATION") and arguments.words:
                self.doubt(f"what `{known_as}` does is told by no table")
            for option in told.strange if told is not None else ():
                self.doubt(f"what `{shown(option.name)}` of `{told.path}` does is told by no table")  # type: ignore[union-attr]
        if hits.get("ACTS"):
            return False
        if told is not None and not told.strange:
            return True
        return any(sure == YES for _, sure in hits.get("READING", ()))

    def _moved(self, command: Command, program: str, arguments: Arguments) -> Command:
        """A command in the folder that an option names."""
        scope = command.scope
        for _, values in told(self.sheet, "CHDIR", program, arguments):
            for value in values:
                scope = scope.copy()
                scope.enter(value)
        return command._replace(scope=scope)

    def write_below(self, path: str, scope: Scope, where: tuple[int, ...]) -> None:
        """Whatever lies in a folder is written, unless it is the one that everything is in."""
        if known(path) and not is_here(path):
            self.protect(paths.above(self.sheet.protected, scope.folder, path), path, where)

    def held(self, text: str, command: Command) -> None:
        """A word that may hold a command: what is found in it counts, what cannot be read in it does not."""
        if not text or len(self.reading) > _MOST_SCRIPTS or text in self.reading:
            return
        inner = self._inside(text)
        inner.walker.text(text.lstrip("!: "), command.scope.copy())
        self._taken(inner, command, ())

    def script(self, text: str, command: Command, program: str) -> None:
        """Code of another language that stands on a disk: the programs that it starts count, and nothing else in it."""
        if len(self.reading) > _MOST_SCRIPTS or text in self.reading:
            return
        from harnessy.guard.languages import lines_written, script_text

        lines_written(self, command, program, text)
        inner = self._inside(text)
        script_text(inner, command._replace(scope=command.scope.copy()), program, text)
        self._taken(inner, command, [row.name for row in self.sheet.protected])

    def _inside(self, text: str) -> Recogniser:
        inner = Recogniser(self.sheet, self.around, (*self.reading, text))
        inner.walker.depth, inner.walker.steps, inner.mentions = self.walker.depth + 1, self.walker.steps, self.mentions
        return inner

    def _taken(self, inner: Recogniser, command: Command, but: Collection[str]) -> None:
        """Take over what was found inside."""
        self.walker.steps = inner.walker.steps
        for operation in inner.found.values():
            where = (*command.where, *operation.where)
            if operation.name not in but:
                self.found.setdefault((operation.name, operation.subject, where), operation._replace(where=where))

    def _settings(self, command: Command, program: str, arguments: Arguments) -> None:
        """Settings given to a program on its line may hold commands that it runs."""
        taking = self.sheet.values.get(program)
        for option in arguments.options:
            key, equals, text = (option.value or "").partition("=")
            if equals and key and option.name in taking:
                self.held(text.removeprefix("!"), command)
        for setting in strange_settings(self.sheet, program, arguments):
            self.doubt(f"what `{program}` does with the setting `{shown(setting)}` is told by no table")

    def _unknown_program(self, command: Command, words: tuple[str, ...]) -> None:
        """A program whose name only the run will tell: if any guarded form could be meant, nobody knows."""
        if HOLES in command.words[0] or any(not known(word) for word in words):
            self.doubt("which program is run is not known before it runs")
            return
        for path in globbed(self, command.scope, command.words[0]) if "/" in command.words[0] else ():
            self.run(command._replace(words=(path, *words)))
        name = _GLOBBED.sub("*", command.words[0].rpartition("/")[2])
        front, dash, rest = name.partition("-")
        for one, behind in ((name, words), (front, (rest.replace("*", HOLE), *words)))[: 1 + bool(dash)]:
            meant = (program for program in self.sheet.programs if self.sheet.guarded(program) and fits(program, one))
            if any(self.sheet.hits(program, self.sheet.arguments(program, behind)).get("OPERATION") for program in meant):
                self.doubt("which program is run is not known before it runs")
        start_words(self, command, "", {}, quiet=False)

    def _words_of_its_own(self, command: Command, program: str, arguments: Arguments, *, within: bool) -> None:
        """A word that a program does not know may be an alias, which may be anything."""
        own = self.sheet.own.get(program)
        first = next(iter(arguments.words), "")
        if not own or within or not first or first.casefold() in own:
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

    def _brought(self, command: Command, hits: Mapping[str, object], program: str, arguments: Arguments) -> None:
        """What a command takes from elsewhere than its line: a patch, an archive, a commit, a task that stands in a file."""
        if hits.get("SCRIPT") or hits.get("TARGET") or hits.get("TASK"):
            from harnessy.guard import chores

            chores.run_tasks(self, command, (program, arguments), hits)
        if not (hits.get("ARCHIVE") or hits.get("COMMITS") or hits.get("PATCH")):
            return
        from harnessy.guard import brought

        if hits.get("PATCH"):
            brought.patches(self, command, program, arguments)
        if hits.get("ARCHIVE"):
            brought.unpack(self, command, program, arguments)
        if hits.get("COMMITS"):
            brought.commit(self, command, arguments)

    def _writes(
        self, command: Command, hits: Mapping[str, list[tuple[Row, str]]], told_of: tuple[str, Arguments], *, quiet: bool,
    ) -> None:
        """What a command writes: what it brings, what it throws away, and the paths on its line."""
        program, arguments = told_of
        self._brought(command, hits, program, arguments)
        changes = tuple(role for role in CHANGES if hits.get(role))
        if any(hits.get(role) for role in LOSES):
            from harnessy.guard import loose

            if loose.lost(self, command, program, arguments, hits):
                return
        self._paths(command, program, arguments, changes, quiet=quiet)

    def _made(self, command: Command, program: str, arguments: Arguments, changes: tuple[str, ...]) -> None:
        """Remember the files that a program makes: a script among them has a text that only the run will tell."""
        last = arguments.words[-1:] if {"LAST", "FOLDERS"} & {*changes} else ()
        for path in last:
            command.scope.files[same_path(path)] = HOLE
        if changes == ("ALTERS",) and not self.sheet.named("CODE", program) and command.input.text is not None:
            command.scope.files.update({same_path(word): added(command, word) for word in arguments.words})
        if not changes:
            values = (option.value for option in arguments.options if option.value)
            runs = any(self.sheet.named(role, program) for role in ("CODE", "SHELL"))  # its first word, which it does not make
            for path in map(same_path, (*arguments.words[int(runs) :], *values)):
                command.scope.named.setdefault(path, command.where)

    def _paths(self, command: Command, program: str, arguments: Arguments, changes: tuple[str, ...], *, quiet: bool) -> None:
        """The paths on a command line that the program may write."""
        if quiet and not changes:
            return
        scope, rows = command.scope, self.sheet.protected
        self._made(command, program, arguments, changes)
        folder = scope.folder if changes or known(scope.folder) else ""
        written = [one for one in targets(self.sheet, program, arguments, changes) if one.path]
        fed = listed(self.sheet, command.input) if HOLES in command.words else ()
        globs = [word for word in (*arguments.words, *(one.path for one in fed)) if "*" in word]
        for written_as, whole in (*written, *fed):
            path = plain(written_as)
            if HOLES in path and fed and changes:
                continue
            if changes and unseen(path):
                if "--" not in command.words and program in self.sheet.own:
                    continue
                self.doubt("what is written to is not known before it runs")
                continue
            hit = self.protecting(folder, path) if changes or ("*" not in path and known(path)) else []
            hit = hit or (paths.met_by(rows, (scope.folder, path), self.around) if changes and program in self.sheet.own else [])
            if whole and known(path) and not (path.strip("./") == "" and found_by(self.sheet, command, globs)):
                hit += [row for row in paths.above(rows, scope.folder, path, self.around.folder) if row not in hit]
            self.protect(hit, path, command.where, repeats=command.repeats)
        self.patch(command.input.text or "", scope.folder, command.where)
