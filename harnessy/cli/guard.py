"""`guard`: try a command line or a file, and see what is recognised in it and what the doctrine says of that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from harnessy import api, inputs
from harnessy.cli.arguments import Option, help_page, parse
from harnessy.cli.ask import DEMO, DOCTRINE, exit_code, loaded_for
from harnessy.guard import Call, Recognition, Surroundings, recognise
from harnessy.guard.parser import NoParser
from harnessy.hooks.judge import Judged, judge, sheet_of, strictest
from harnessy.hooks.surroundings import around
from harnessy.inputs import Stated
from harnessy.render import FORMATS, Look

_PATH = Option("--path", "FILE", "a file that a tool would write, in place of a command line", repeats=True)
_FORMAT = Option("--format", "NAME", "how the answer is written", choices=("text", "json"))
_OPTIONS = (DOCTRINE, DEMO, _PATH, _FORMAT)
_UNANSWERED = 30
_ABOUT = """\
COMMAND is one command line, quoted as one word. It is not run. Facts are name=value, as for `explain`. Exit code: 0 nothing
guarded is in it, or the doctrine lets all of it go; else that of `check` for the strictest part, 30 where the command cannot be
analysed.
"""


def guard(argv: Sequence[str]) -> int:
    """Show which guarded operations a command line holds, and what the doctrine says of each."""
    usage = "harnessy guard COMMAND [FACT=VALUE | FLAG]... [OPTIONS]"
    arguments = parse(argv, _OPTIONS)
    if arguments.has("--help"):
        print(help_page(usage, _ABOUT, _OPTIONS))
        return 0
    paths = tuple(arguments.options.get(_PATH.name, ()))
    words = arguments.words
    if not words and not paths:
        raise api.UsageError("no command is given", f"write {usage.partition(' [')[0]}, or --path FILE")
    command = words[0] if words and not (paths and "=" in words[0]) else None
    if command is not None and command.startswith("--"):
        raise api.UsageError(f"`{command}` is no option, and no command begins so", "put `--` before a command, or see --help")
    loaded = loaded_for(arguments.options.get(DOCTRINE.name, ()), demo=arguments.has(DEMO.name))
    stated = [_stated(word) for word in words[0 if command is None else 1 :]]
    facts = inputs.gather(loaded.rulebook, stated, [], derived=False)
    sheet = sheet_of(loaded.rulebook)
    if sheet.empty:
        raise api.UsageError("the doctrine says of no command what it does", "add a table Operation | Recognised as | Subject")
    try:
        nobody = Surroundings()  # the hook alone asks which branch a push without one pushes, and what commits bring
        here = around(str(Path.cwd()), "")._replace(pushed=nobody.pushed, brought=nobody.brought)
        found = recognise(sheet, Call("", command, paths), here)
    except NoParser as error:
        raise api.UsageError(str(error), error.help) from None
    judged = [replace(one, decision=facts.told(one.decision)) for one in judge(loaded.rulebook, found, facts.counted)]
    print(_json(found, judged) if arguments.one(_FORMAT.name) == "json" else _text(found, judged))
    return _code(found, judged)


def _stated(word: str) -> Stated:
    name, equals, value = word.partition("=")
    return Stated(name, value) if equals else Stated(word, value=True)


def _text(found: Recognition, judged: Sequence[Judged]) -> str:
    lines = [f"cannot be analysed: {why}" for why in found.unanalysed]
    for one in judged:
        operation = one.operation
        lines.append(f"{operation.name}: `{operation.words}`, asked as {operation.subject}  ({operation.place})")
        lines.extend(f"  {line}" for line in FORMATS["concise"](one.decision, Look()).splitlines())
    return "\n".join(lines or ["nothing guarded is in it"])


def _json(found: Recognition, judged: Sequence[Judged]) -> str:
    return json.dumps(
        {
            "kind": found.kind,
            "unanalysed": list(found.unanalysed),
            "operations": [
                {
                    "operation": one.operation.name,
                    "subject": one.operation.subject,
                    "words": one.operation.words,
                    "place": one.operation.place,
                    "answer": json.loads(FORMATS["json"](one.decision, Look())),
                }
                for one in judged
            ],
        },
        ensure_ascii=False,
        indent=2,
    )


def _code(found: Recognition, judged: Sequence[Judged]) -> int:
    first = strictest(judged)
    code = exit_code(first.decision) if first is not None else 0
    return max(code, _UNANSWERED) if found.unanalysed else code


