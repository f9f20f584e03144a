"""Scripts that find others beside themselves, code that brings in code of the folder, globs of scripts, folders above it."""

from fnmatch import fnmatch

import pytest

from harnessy.guard import Call, Surroundings, recognise
from tests.guard.cases import names, shipped

FILES = {
    "tools/go.sh": "#!/bin/sh\ngit push\n", "tools/ls.sh": "ls\n", "all.sh": 'for s in tools/*.sh; do bash "$s"; done\n',
    "a.sh": '#!/bin/bash\n"$(dirname "$0")/tools/go.sh"\n', "b.sh": '#!/bin/sh\ncd "$(dirname "$0")/tools"\n./go.sh\n',
    "c.sh": '#!/bin/bash\nD="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n"$D/tools/go.sh"\n',
    "d.sh": 'exec "${0%/*}/tools/go.sh"\n', "e.sh": "R=$(git rev-parse --show-toplevel)\n$R/tools/go.sh\n",
    "f.sh": '. "$PWD/tools/go.sh"\n', "quiet.sh": 'cd "$(dirname "$0")"\n./tools/ls.sh\n', "one.py": "from pk import push\n",
    "two.py": "import pk.push as p\n", "three.py": "from pk.later import go\ngo()\n", "four.py": "import json\nprint(1)\n",
    "pk/push.py": 'import os\nos.system("git push")\n', "pk/later.py": "from . import push\ndef go(): push.x()\n",
    "w.py": 'from pathlib import Path\nPath("program.md").write_text("x")\n',
    "r.py": 'print(open("program.md").read())\nopen("out.txt", "w")\n', "js/a.js": 'require("./p.js")\n',
    "js/b.mjs": 'import "./p"\n', "js/p.js": 'require("child_process").execSync("git push")\n', "x.rb": 'require "./y"\n',
    "y.rb": 'system("git push")\n',
    "web/package.json": '{"scripts": {"pretest": "git push", "test": "jest", "prepare": "git push", "lint": "eslint ."}}',
}  # fmt: skip


def found(command: str) -> set[str]:
    def script(path: str) -> str | None:
        return FILES.get(path.removeprefix("/kiln/").removeprefix("./").replace("/./", "/"))

    def matches(glob: str) -> tuple[str, ...]:
        return tuple(name for name in FILES if fnmatch(name, glob.removeprefix("./")) and name.count("/") == glob.count("/"))

    return names(recognise(shipped(), Call("Bash", command), Surroundings("/kiln", script=script, matches=matches)))


@pytest.mark.parametrize("command", [
    "./a.sh", "bash a.sh", "./b.sh", "sh c.sh", "./d.sh", "bash e.sh", "bash f.sh", "bash all.sh", "tools/g?.sh",
    "for s in tools/*.sh; do $s; done", '"$(git rev-parse --show-toplevel)"/tools/go.sh', '"$(pwd)/tools/go.sh"',
    "python3 one.py", "python two.py", "uv run three.py", 'python -c "import pk.push"', "node js/a.js", "node js/b.mjs",
    "node -r ./js/p.js -e 1", "node --require=./js/p -e 1", "ruby x.rb", "ruby -r./y -e 1", "python3 o*.py", "cd web && npm t",
    "cd web && npm ci", 'D=$(pwd); cd web; "$D/tools/go.sh"', "D=$(cd tools && pwd); cd web; $D/go.sh",
    "R=$(git rev-parse --show-toplevel); cd web; bash $R/tools/go.sh",
])  # fmt: skip
def test_what_stands_beside_a_script_is_found(command: str) -> None:
    assert "push a branch" in found(command)


@pytest.mark.parametrize("command", [
    "./quiet.sh", "bash tools/ls.sh", "python3 four.py", "python3 r.py", "tools/l?.sh", "cd web && npm run lint",
    'cd "$(dirname "$0")" && ls', "ls $PWD", 'D=$(pwd); echo "$D"', "rm -rf build", "rm -rf ../other", "rm -rf /tmp/kiln",
    "mv build ../old",
])  # fmt: skip
def test_what_is_harmless_there_stays_quiet(command: str) -> None:
    assert not found(command)


@pytest.mark.parametrize("command", [
    "rm -rf ../kiln", "rm -rf /kiln", 'rm -rf "$PWD"', "cd .. && rm -rf kiln", "cd / && rm -rf kiln", "mv ../kiln ../old",
    "python3 w.py",
])  # fmt: skip
def test_what_takes_the_folder_away_or_writes_in_a_script_is_found(command: str) -> None:
    assert found(command)


def test_a_glob_that_nobody_looks_at_is_a_doubt_and_so_is_a_name_of_marks() -> None:
    def odd(glob: str) -> tuple[str, ...]:
        return ("tools/a*.sh",) if "*" in glob else ()

    for told in (lambda _: None, odd):
        around = Surroundings("/kiln", matches=told)
        for command in ("bash tools/*.sh", "python tools/*.sh"):
            assert recognise(shipped(), Call("Bash", command), around).unanalysed, (told, command)
