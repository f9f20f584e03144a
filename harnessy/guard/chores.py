"""Tasks of runners whose files are no makefile: `tox -e release`, `task ship`, `poe publish`, `invoke release`, `nox -s release`.

What stands below the name of a task in the file of a runner counts, line by line, and so does what stands below the tasks that it
needs there. As with a script on a disk, the operations count that are found in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from harnessy.guard.command import Command
from harnessy.guard.forms import Arguments
from harnessy.guard.model import known
from harnessy.guard.tasks import apart, names_told, run_script, run_target
from harnessy.guard.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner

_CODE = (".py", ".go", ".gradle", ".kts", "file")  # a Rakefile is code
_KEY = (
    r"^(?:[\[\"'\w.:-]*[\[\"'.:])?%s[\"']?\s*(?:[\]:={]|\()"  # `release:`, `"release" = `, `[testenv:release]`
    r"|^\W*(?:async\s+)?(?:def|func|function|task|tasks?\.\w+)\b\W*[\"']?%s\b"  # `def release(`, `task :release`
)
_WORDS = re.compile(r"(?<![\w$./-])[\w:-]+(?![\w./-])")
_FRONT = re.compile(r"""^\s*(?:-\s+)?(?:["']?[\w.:-]+["']?\s*(?::\s+|=\s*))?(?:-\s+)?""")
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_STARTS = re.compile(
    r"\b(?:\w*(?:run|exec|system|spawn|popen|call)\w{0,8}|sh|cmds?|command\w*|actions?)\s*[(\"'\[:=]", re.IGNORECASE,
)
_NEEDS = re.compile(r"\b(?:deps|depends\w*|dependencies|sequence|needs|requires|chain|composite)\b|\btask:\s|=>|@task\(")
_TOLD = re.compile(r"""^\W*(?:desc|describe|description|help|doc|summary|name|title|label|#|//)\b""", re.IGNORECASE)
_MOST_TASKS, _MOST_LINES, _LONGEST = 32, 200, 2_000


def run_tasks(runner: Runner, command: Command, told_of: tuple[str, Arguments], hits: Mapping[str, object]) -> None:
    """What stands in a file under the names of a line, by the kind of its runner."""
    program, arguments = told_of
    if hits.get("SCRIPT"):
        run_script(runner, command, program, arguments)
    elif hits.get("TARGET"):
        run_target(runner, command, program, arguments)
    if hits.get("TASK"):
        run_chores(runner, command, program, arguments)


def run_chores(runner: Runner, command: Command, program: str, arguments: Arguments) -> None:
    """What stands below the tasks that are named, in each file in which a runner may find them."""
    told = [*names_told(runner, "TASK", program, arguments), *(option.value for option in arguments.options if option.value)]
    names = [name for word in told if known(word) for name in word.split(",") if name]
    files = [form.partition(" ")[2] for form in runner.sheet.forms("TASKFILE", program)] if names else []
    for path in (path for name in files for path in dict.fromkeys((name, f"{name[:1].upper()}{name[1:]}"))):
        text = text_of(runner, command.scope, path)
        if text:
            _tasks(runner, command, text.splitlines(), names, is_code=path.endswith(_CODE))


def _tasks(runner: Runner, command: Command, lines: list[str], names: list[str], *, is_code: bool) -> None:
    left, seen = list(names), set[str]()
    while left and len(seen) < _MOST_TASKS:
        name = left.pop(0)
        found = [] if name in seen else list(_below(lines, name))
        seen.add(name)
        for line in found:
            for held in _commands(line, is_code=is_code):
                runner.held(held, apart(command))
        needed = (word for line in found if (told := _NEEDS.search(line)) for word in _WORDS.findall(line, told.end()))
        left.extend(word for word in needed if word not in seen and word not in left)


def _below(lines: list[str], name: str) -> Iterator[str]:
    """The line that names a task, and those below it that stand further in, or until the next section."""
    key = re.compile(_KEY % (re.escape(name), re.escape(name)))
    for at, line in enumerate(lines):
        if len(line) <= _LONGEST and key.search(line.strip()):
            yield line
            below = lines[at + 1 : at + 1 + _MOST_LINES]
            end = next((index for index, other in enumerate(below) if _ends(line, other)), len(below))
            yield from (other[:_LONGEST] for other in below[:end])


def _ends(line: str, other: str) -> bool:
    """Whether what a line opens is over at another."""
    if line.lstrip().startswith("[") and not line.rstrip().endswith(","):
        return other.lstrip().startswith("[")
    return bool(other.strip()) and _depth(other) <= _depth(line) and other.strip()[0] not in "])}"


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _commands(line: str, *, is_code: bool) -> Iterator[str]:
    """What of a line may be a command: all of it behind its key, the strings in it, and these as the words of one."""
    if _TOLD.match(line) or not line.strip():
        return
    rest = line[_FRONT.match(line).end() :].strip().rstrip(",")  # type: ignore[union-attr] # it matches anything
    strings = [one or other for one, other in _STRING.findall(rest)]
    quoted = rest[:1] in {'"', "'", "[", "{"}
    if _STARTS.search(rest) or (quoted and not is_code):
        yield from strings
        yield " ".join(strings)
    if not quoted and not is_code:
        yield rest
