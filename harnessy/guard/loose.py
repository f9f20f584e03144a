"""Commands that throw away what nobody committed: the protected files among it are written."""

from __future__ import annotations

from harnessy.guard import paths
from harnessy.guard.command import Command
from harnessy.guard.forms import Arguments
from harnessy.guard.runner import Hits
from harnessy.guard.targets import LOSES, is_here, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner

_ROOTED = ("/", "~")


def lost(runner: Runner, command: Command, program: str, arguments: Arguments, hits: Hits) -> bool:
    """Write the protected files that a command on a whole folder throws away. Gives whether it is known which these are.

    Where nobody knows, what is changed is taken to be nobody's, and what is new to be anything.
    """
    roles = [role for role in LOSES if hits.get(role)]
    lengths = [len(form.words) for role in roles for form, _ in told(runner.sheet, role, program, arguments)]
    if not all(map(is_here, arguments.words[max(lengths, default=0) :])):
        return False
    rows, scope = runner.sheet.protected, command.scope
    globs = tuple(glob for row in rows for glob in row.forms if not glob.startswith(_ROOTED))
    files = runner.around.uncommitted(scope.folder, globs)
    for role, path in files or ():
        if role in roles:
            runner.protect(paths.protected(rows, scope.folder, path), path, command.where)
    if files is None and LOSES[0] not in roles:
        runner.protect(rows, ".", command.where)
    return files is not None
