"""What `npm run`, `make` and `just` run stands in files: the operations in it count."""

import pytest

from harnessy.guard import Call, Surroundings, recognise
from tests.guard.cases import names, shipped

FILES = {
    "/kiln/package.json": (
        '{"scripts": {"test": "jest -t push", "glaze": "npm run fire && npm publish", "fire": "tsc",'
        '"postship": "git push", "ship": "echo"}}'
    ),
    "/kiln/web/package.json": '{"scripts": {"open": "gh pr merge 1"}}',
    "/kiln/broken/package.json": '{"scripts": [',
    "/kiln/Makefile": (
        "GIT ?= git\nall: test\n\ntest:\n\tpytest -q\n\nrelease: test \\\n  upload\n\t@echo 'git push'\nupload:\n"
        "\t-@twine upload dist/*\n"
        "push: ; $(GIT) push\nround: round\n\tls\ncount:\n\tfor i in a; do echo $$i; done\n"
    ),
    "/kiln/read.mk": "REV := $(shell git push)\nall:\n\tls\n",
    "/kiln/look.mk": "REV := $(shell git rev-parse HEAD)\nDOCS := $(wildcard doctrine/*.md)\nall: $(DOCS)\n\techo $(REV)\n",
    "/kiln/other.mk": "first:\n\tgh pr merge 1\n",
    "/kiln/justfile": "default:\n  ls\nship where='a':\n  git push {{where}}\n",
}
AROUND = Surroundings("/kiln", script=lambda path: FILES.get(path if path.startswith("/") else f"/kiln/{path}"))


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("npm test", ""), ("npm run fire", ""), ("npm install", ""), ("npm run lost", ""), ("cd broken && npm run glaze", ""),
        ("npm run glaze", "publish a release"), ("npm run-script glaze", "publish a release"), ("yarn glaze", "publish a release"),
        ("bun run glaze", "publish a release"), ("timeout 5 pnpm run ship", "push a branch"),
        ("cd web && npm run open", "merge a pull request"),
        ("npm --prefix web run open", "merge a pull request"), ("make", ""), ("make test", ""), ("make round", ""),
        ("make count", ""),
        ("make release", "publish a release"), ("make -j4 test release", "publish a release"), ("sudo make push", "push a branch"),
        ("make -n release", ""), ("make -f other.mk", "merge a pull request"), ("make -f read.mk", "push a branch"),
        ("make -f look.mk", ""), ("make -C .. test", ""), ("just", ""),
        ("just ship", "push a branch"), ("just test", ""),
    ],
)
def test_what_a_task_runs_is_found(command: str, found: str) -> None:
    result = recognise(shipped(), Call("Bash", command), AROUND)
    assert (names(result), result.unanalysed) == ({found} if found else set(), ())


def test_a_file_that_the_line_writes_counts_as_written() -> None:
    line = "printf 'x:\\n\\tgit push\\n' > Makefile && make x"
    assert "push a branch" in names(recognise(shipped(), Call("Bash", line), AROUND))


SCRIPTS = {
    "rel.py": 'import subprocess\nsubprocess.run(["git", "push"], check=True)\n',
    "note.py": '"""Run git push."""\nimport subprocess\nsubprocess.run(["git", "commit", "-m", "git push later"])\n',
    "read.py": 'print(open("doctrine/AUTONOMY.md").read())\nopen("out.html", "w")\n',
    "rel.sh": "git push\n",
    "./go": '#!/usr/bin/env python3\nimport os\nos.system("gh pr merge 1")\n',
    "shed/__main__.py": 'import subprocess as s\ns.run("git push", shell=True)\n',
    "rel.ts": 'new Deno.Command("git", { args: ["push"] }).outputSync()\n',
    "rel.go": 'package main\nfunc main() { exec.Command("git", "push").Run() }\n',
    "rel.js": 'const {execSync} = require("child_process")\nexecSync("npm publish")\n',
    "rel.rb": 'system("git", "push")\n',
}


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("python rel.py", "push a branch"), ("timeout 5 python -u rel.py", "push a branch"),
        ("uv run python rel.py", "push a branch"),
        ("./go", "merge a pull request"), ("node rel.js", "publish a release"), ("npx tsx rel.js", "publish a release"),
        ("ruby rel.rb", "push a branch"), ("uv run rel.py", "push a branch"), ("pdm run rel.py --fast", "push a branch"),
        ("uv run --with flour rel.py", "push a branch"), ("deno run -A rel.ts", "push a branch"),
        ("bun run rel.js", "publish a release"),
        ("go run rel.go", "push a branch"), ("go run rel.go gone.go", "push a branch"), ("uv run note.py", ""),
        ("uv run gone.py", ""),
        ("deno run read.ts", ""), ("echo '#' >> rel.sh; sh rel.sh", "push a branch"),
        ("python note.py", ""),
        ("python read.py", ""), ("python gone.py", ""), ("python -m rel", "push a branch"), ("python -m shed", "push a branch"),
        ("python -m gone", ""), ("python -c 'print(1)' rel.py", ""),
    ],
)
def test_a_script_of_another_language_runs_what_it_starts(command: str, found: str) -> None:
    result = recognise(shipped(), Call("Bash", command), Surroundings("/kiln", script=SCRIPTS.get))
    assert (names(result), result.unanalysed) == ({found} if found else set(), ())
