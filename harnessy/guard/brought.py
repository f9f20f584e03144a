"""Files that come from elsewhere than the line: what a patch changes, an archive holds, commits bring to a branch that counts."""

from __future__ import annotations

from harnessy.guard import paths
from harnessy.guard.command import Command
from harnessy.guard.forms import Arguments
from harnessy.guard.model import HOLE, known
from harnessy.guard.names import placed, same_path
from harnessy.guard.runner import named_before
from harnessy.guard.targets import is_here, told
from harnessy.guard.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner

_PATCH_NAMED = frozenset({"-i", "--i"})
_STREAM, _MOST_LETTERS = "-", 8


def patches(runner: Runner, command: Command, program: str, arguments: Arguments) -> None:
    """The files of the patches that a command applies; of a patch that nobody can read it is not known what it changes."""
    named = [word for form, _ in told(runner.sheet, "PATCH", program, arguments) for word in arguments.words[len(form.words) :]]
    named += [option.value for option in arguments.options if option.value and option.name[:3] in _PATCH_NAMED]
    fed = command.input
    texts = [text_of(runner, command.scope, path) for path in (*named, *(fed.words if fed.text == HOLE else ()))]
    texts += [fed.text] if fed.text is not None and known(fed.text) else []
    for text in texts:
        runner.patch(text or "", command.scope.folder, command.where)
    if (named or fed.text is not None) and not any(text is not None and known(text) for text in texts):
        runner.doubt("what a patch changes is not known before it is read")


def unpack(runner: Runner, command: Command, program: str, arguments: Arguments) -> None:
    """Each file in the archives of a command is written. What nobody can see of one may be anything below where it goes."""
    folders = [value for _, values in told(runner.sheet, "INTO", program, arguments) for value in values] or [""]
    options = [part for option in arguments.options for part in (option.value, *_behind_letters(option.name)) if part]
    held, unseen = list[str](), command.input.text is not None
    for path in (*arguments.words, *options, *command.input.words):
        names = _held(runner, command, path)
        held += names or ()
        unseen = unseen and names is None
    for folder in folders:
        for name in dict.fromkeys(held):
            path = f"{folder.rstrip('/')}/{name}" if folder else name
            if name != HOLE:
                _written(runner, command, path)
        if (unseen or HOLE in held) and _may_be_guarded(runner, command, folder):
            runner.doubt("what an archive holds is not seen from here")


def _behind_letters(name: str) -> list[str]:
    """What may be a value that is written right behind the letters of an option."""
    return [name[at:] for at in range(2, min(len(name), _MOST_LETTERS))]


def _written(runner: Runner, command: Command, path: str) -> None:
    runner.protect(paths.protected(runner.sheet.protected, command.scope.folder, path), path, command.where)


def _held(runner: Runner, command: Command, path: str) -> tuple[str, ...] | None:
    """The files in an archive; None for what is none."""
    if path == _STREAM:
        return None
    if same_path(path) in command.scope.files or named_before(command, path):
        return (HOLE,)
    return runner.around.holds(placed(command.scope, runner.around.folder, path)) if known(path) else None


def _may_be_guarded(runner: Runner, command: Command, folder: str) -> bool:
    """Whether a folder is the one that the host works in, or one around it: of one inside, its name tells."""
    here, start = command.scope.folder, runner.around.folder
    return is_here(folder) and (not known(here) or f"{start}/".startswith(f"{here.rstrip('/')}/") or "/.." in here)


def commit(runner: Runner, command: Command, arguments: Arguments) -> None:
    """The files that commits change on a branch from which doctrine is read are written."""
    scope = command.scope
    for branch in dict.fromkeys(("", scope.branch[0] if scope.branch else "")):
        for path in runner.around.brought(scope.folder, branch, arguments.words) or ():
            if path == HOLE:
                runner.doubt("what this brings to the branch from which doctrine is read is not known")
            else:
                _written(runner, command, path)
