"""What a tool call does: its files are held against protected paths, its name and its commands against the forms of the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from harnessy.guard import paths
from harnessy.guard.forms import Arguments, Option, fits
from harnessy.guard.model import HOLE, HOLES, UNKNOWN, Call, Operation, Recognition, Surroundings, known
from harnessy.guard.sheet import MAYBE, YES, Row, Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.command import Command
    from harnessy.guard.expand import Scope

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SCRIPT = re.compile(r"[\w./-]+\.\w+")
_PATCHED = (
    r"^[ \t]*(?:\*\*\* *(?:Update File|Add File|Delete File|Move to|Rename to) *:|\+\+\+|---|rename (?:from|to)|copy to)"
    r"[ \t]*\"?(?:[ab]/)?(\S[^\t\n]*)"
)


class Findings:
    """What is found in a call. `found` keeps each operation once for each place; `doubts` keep their order."""

    def __init__(self, sheet: Sheet, around: Surroundings) -> None:
        self.sheet, self.around = sheet, around
        self.found = dict[tuple[object, ...], Operation]()
        self.doubts = dict[str, None]()

    def call(self, call: Call) -> Recognition:
        """What a call does by its name, by the files that it names and by its patches, and what was found before."""
        tools = {call.tool.casefold(), _HUMPS.sub("_", call.tool).replace("-", "_").casefold()}
        options = tuple(Option(f"--{name}", value) for name, value in call.inputs)
        arguments = Arguments(options, (), open=False, every=())
        forms = (form for form in self.sheet.programs if "*" in form and any(fits(form, tool) for tool in tools))
        hits = [self.sheet.hits(form, arguments) for form in forms]
        for hit in hits:
            self.operations(hit, (call.tool,), (), repeats=False)
        reads = any("READING" in hit for hit in hits) and not any("ALTERS" in hit for hit in hits)
        for path in () if reads else call.paths:
            self.write_in(path, self.around.folder, ())
        for text in call.texts:
            self.patch(text, self.around.folder, ())
        return Recognition(tuple(self.found.values()), tuple(self.doubts))

    def rows(self, command: Command, program: str, arguments: Arguments) -> Mapping[str, list[tuple[Row, str]]]:
        """The rows that fit. What a script is given, and nobody knows, is no code in which something may stand."""
        hits = self.sheet.hits(program, arguments)
        script = next((word for word in command.words[1:] if word[:1] != "-"), HOLE)
        if "OPAQUE" not in hits or not self.sheet.named("CODE", program) or not _SCRIPT.fullmatch(script):
            return hits
        from harnessy.guard.runner import CODE_NEXT
        from harnessy.guard.targets import unseen

        if any(CODE_NEXT.fullmatch(word) or (not known(word) and not unseen(word)) for word in command.words):
            return hits
        return {**hits, "OPAQUE": [pair for pair in hits["OPAQUE"] if pair[1] == YES]}

    def doubt(self, why: str) -> None:
        """Keep why something cannot be analysed."""
        self.doubts.setdefault(why)

    def write(self, path: str, scope: Scope, where: tuple[int, ...]) -> None:
        """A file is written in the folder of a scope."""
        self.write_in(path, scope.folder, where)

    def write_in(self, path: str, folder: str, where: tuple[int, ...]) -> None:
        """A file is written. Of a path that nothing is known of, it is not known whether it is protected."""
        if "\0" in path:
            self.doubt("a path with a NUL byte in it names no file")
            path = path.partition("\0")[0]
        if not path.strip("".join((*UNKNOWN, "/"))):
            self.doubt("what is written to is not known before it runs")
            return
        self.protect(self.protecting(folder, path), path, where)

    def protecting(self, folder: str, path: str) -> list[Row]:
        """The rows that protect a path by its name, or by where it leads."""
        rows = paths.protected(self.sheet.protected, folder, path)
        trimmed = path.strip()
        if trimmed != path:
            rows += [row for row in paths.protected(self.sheet.protected, folder, trimmed) if row not in rows]
        if known(path) and known(folder) and "\0" not in path:
            real = self.around.real(path if path.startswith(("/", "~")) or not folder else f"{folder}/{path}")
            if real is not None:
                rows += [row for row in paths.protected(self.sheet.protected, "", real) if row not in rows]
        return rows

    def protect(self, rows: Iterable[Row], path: str, where: tuple[int, ...], *, repeats: bool = False) -> None:
        """A path that rows protect is written."""
        for row in rows:
            if known(path):
                operation = Operation(row.name, row.subject, path, row.place, where, repeats)
                self.found.setdefault((row.name, row.subject, where), operation)
            else:
                self.doubt(f"`{shown(path)}` may be {row.name}")

    def patch(self, text: str, folder: str, where: tuple[int, ...]) -> None:
        """The files that a patch changes are written."""
        for line in re.findall(_PATCHED, text, re.MULTILINE | re.IGNORECASE) if "--" in text or "***" in text else ():
            for path in dict.fromkeys((line.strip().strip('"'), line.split()[0].strip('"'))):
                self.protect(self.protecting(folder, path), path, where)

    def operations(
        self, hits: Mapping[str, list[tuple[Row, str]]], words: tuple[str, ...], where: tuple[int, ...], *, repeats: bool,
    ) -> None:
        """The forms that fit are operations, or doubts where they only may fit."""
        line = " ".join(map(shown, words))
        for row, sure in hits.get("OPERATION", ()):
            if sure == MAYBE:
                self.doubt(f"`{line}` may be one to {row.name}")
            else:
                operation = Operation(row.name, row.subject, line, row.place, where, repeats)
                self.found.setdefault((row.name, row.subject, where), operation)
        if hits.get("OPAQUE"):
            self.doubt(f"what `{line}` comes to is not seen from here")


def shown(word: str) -> str:
    """A word for people: what is not known in it is an ellipsis."""
    return word.replace(HOLE, "…").replace(HOLES, "…")
