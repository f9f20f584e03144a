"""Where a line or a file beside it says what is run: folders on the path, scripts behind wrappers, start-up files."""

import shlex

import pytest

from harnessy.guard import Call, Surroundings, recognise
from tests.guard.cases import names, recognised, shipped

FILES = {
    "/kiln/glaze.sh": "#!/bin/sh\nset -e\ngit push origin glaze\n",
    "/kiln/fire.sh": "#!/bin/sh\nmake fire\n",
    "/kiln/start": "twine upload dist/*\n",
    "/kiln/package.json": '{"scripts": {"fire": "tsc", "postversion": "git push --follow-tags"}}',
    "/kiln/odd/package.json": '{"scripts": {"fire": "tsc"}}',
    "/kiln/odd/.npmrc": "registry=https://example.org/\nscript-shell = /srv/odd/run\n",
    "/kiln/plain/package.json": '{"scripts": {"fire": "tsc"}}',
    "/kiln/plain/.npmrc": "script-shell=/bin/bash\n",
    "/kiln/justfile": "ship:\n  git push\n",
    "/kiln/hatch.toml": '[envs.default.scripts]\nup="twine upload dist/*"\n',
}


def _script(path: str) -> str | None:
    return FILES.get((path if path.startswith("/") else f"/kiln/{path}").replace("/./", "/"))


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("nohup ./glaze.sh &", "push a branch"), ("timeout 60 ./glaze.sh", "push a branch"),
        ("env A=1 ./glaze.sh", "push a branch"),
        ("sudo -u potter /kiln/glaze.sh", "push a branch"), ("nice -n 5 ./glaze.sh", "push a branch"), ("nohup ./fire.sh", ""),
        ("timeout 60 wc -l ./glaze.sh", ""), ("sudo cat /kiln/glaze.sh", ""), ("env A=1 grep push ./glaze.sh", ""),
        ("bash --rcfile start -ic true", "publish a release"), ("npm version minor", "publish a release"), ("npm version", ""),
        ("npm version --json", ""), ("npm pkg get version", ""), ("just --list", ""), ("just -l", ""),
        ("just ship", "push a branch"),
        ("hatch run up", "publish a release"),
    ],
)
def test_what_stands_behind_a_line_is_found(command: str, found: str) -> None:
    told = recognise(shipped(), Call("Bash", command), Surroundings("/kiln", script=_script))
    assert (found in names(told) if found else told.kind == "none"), (names(told), told.unanalysed)


@pytest.mark.parametrize(("folder", "kind"), [("odd", "cannot-analyse"), ("plain", "none")])
def test_a_shell_of_its_own_that_runs_tasks_is_a_doubt(folder: str, kind: str) -> None:
    around = Surroundings("/kiln", script=_script)
    assert recognise(shipped(), Call("Bash", f"cd {folder} && npm run fire"), around).kind == kind


@pytest.mark.parametrize(
    "line",
    [
        "PATH=/odd:$PATH git status", "export PATH=/tmp/bin:$PATH; ls", "PATH=. ls", "PATH=odd:/usr/bin:$PATH cat x",
        "export PATH=$HOME/.tools/bin:~/odd:$PATH && git log",
    ],
)
def test_nobody_knows_what_lies_in_an_odd_folder_on_the_path(line: str) -> None:
    assert recognised(line).kind == "cannot-analyse"


@pytest.mark.parametrize(
    "line",
    [
        'PATH="$HOME/.cargo/bin:$PATH" cargo test', "export PATH=$PATH:/odd && git status", "PATH=~/.pyenv/shims:$PATH python -V",
        "export PATH=/opt/homebrew/opt/make/libexec/gnubin:$PATH; make", "PATH=/usr/lib/ccache:$PATH make",
        "PATH=$TOOLS:$PATH git log",
        'export PATH="$PWD/.venv/bin:$PATH"; git status',
    ],
)
def test_usual_folders_and_those_that_come_last_are_no_doubt(line: str) -> None:
    assert recognised(line).kind == "none"


@pytest.mark.parametrize(
    "inner", ["at now <<< 'git push'", "echo 'git push' | at now", "batch <<< 'git push'", "crontab - <<< '* * * * * git push'"],
)
@pytest.mark.parametrize("outer", ["hyperfine {}", "su - potter -c {}", "flock /tmp/l -c {}", "make --eval {}"])
def test_what_runs_later_counts_inside_of_others(outer: str, inner: str) -> None:
    assert recognised(outer.format(shlex.quote(inner))).kind != "none"
