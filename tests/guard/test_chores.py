"""What `tox -e`, `task`, `poe`, `invoke`, `nox` and their like run stands in files of many shapes: the operations in it count."""

from textwrap import dedent

import pytest

from harnessy.guard import Call, Surroundings, recognise
from tests.guard.cases import names, shipped

FILES = {
    "/toml/pyproject.toml": dedent("""\
        [project]
        name = "release"
        description = "git push later"

        [tool.poe.tasks]
        test = "pytest -q"
        glaze = "twine upload dist/*"
        all = { sequence = ["test", "glaze"] }
        say = "echo git push"

        [tool.poe.tasks.ship]
        help = "like git push"
        cmd = "git push origin kiln"

        [tool.poe.tasks.look]
        cmd = "ls"

        [tool.hatch.envs.default.scripts]
        fire = ["ruff check .", "hatch publish"]

        [tool.pdm.scripts]
        open = {shell = "gh pr merge 1"}
    """),
    "/tox/tox.ini": dedent("""\
        [tox]
        envlist = py, up

        [testenv]
        commands = pytest

        [testenv:up]
        deps = twine
        commands =
            twine upload dist/*

        [testenv:lint]
        commands = ruff check
    """),
    "/nox/noxfile.py": dedent("""\
        import nox

        @nox.session
        def tests(session):
            session.run("pytest")


        @nox.session
        def up(session):
            '''Never git push from here.'''
            session.install("twine")
            session.run("twine", "upload", "dist/a.whl")


        def other():
            pass
    """),
    "/inv/tasks.py": dedent("""\
        @task
        def build(c):
            c.run("python -m build")

        @task(build)
        def push(c):
            c.run("git push")
    """),
    "/task/Taskfile.yml": dedent("""\
        version: '3'
        tasks:
          test:
            desc: run before git push
            cmds:
              - go test ./...
          ship:
            deps: [test]
            cmds:
              - task: glaze
          glaze:
            cmds:
              - gh release create v1
    """),
    "/deno/deno.json": dedent("""\
        {
          "tasks": {
            "dev": "deno run main.ts",
            "land": "gh pr merge 4 --squash"
          }
        }
    """),
    "/php/composer.json": dedent("""\
        {
          "scripts": {
            "cs": ["php-cs-fixer fix"],
            "out": [
              "phpunit",
              "twine upload x"
            ]
          }
        }
    """),
    "/rb/Rakefile": dedent("""\
        task :spec do
          sh "rspec"
        end

        task :out => :spec do
          sh "gem push kiln.gem"
        end
    """),
    "/go/magefile.go": dedent("""\
        package main

        func Test() error { return sh.Run("go", "test") }

        func Ship() error {
            return sh.Run("git", "push")
        }
    """),
}


@pytest.mark.parametrize(("folder", "command", "found"), [
    ("toml", "poe test", ""),
    ("toml", "poe look", ""),
    ("toml", "poe say", ""),
    ("toml", "poe nothing", ""),
    ("toml", "poe", ""),
    ("toml", "poe release", ""),
    ("toml", "poe glaze", "publish a release"),
    ("toml", "poe all", "publish a release"),
    ("toml", "poe ship", "push a branch"),
    ("toml", "poetry run poe glaze", "publish a release"),
    ("toml", "hatch run fire", "publish a release"),
    ("toml", "pdm run open", "merge a pull request"),
    ("tox", "tox -e lint", ""),
    ("tox", "tox -e py", ""),
    ("tox", "tox -e up", "publish a release"),
    ("tox", "tox -e lint,up", "publish a release"),
    ("tox", "tox run -e up", "publish a release"),
    ("nox", "nox -s tests", ""),
    ("nox", "nox -s up", "publish a release"),
    ("nox", "nox --session up", "publish a release"),
    ("inv", "invoke build", ""),
    ("inv", "inv push", "push a branch"),
    ("inv", "timeout 9 invoke push", "push a branch"),
    ("task", "task test", ""),
    ("task", "task ship", "publish a release"),
    ("task", "go-task glaze", "publish a release"),
    ("deno", "deno task dev", ""),
    ("deno", "deno task land", "merge a pull request"),
    ("php", "composer run cs", ""),
    ("php", "composer out", "publish a release"),
    ("rb", "rake spec", ""),
    ("rb", "bundle exec rake out", "publish a release"),
    ("go", "mage test", ""),
    ("go", "mage Ship", "push a branch"),
])
def test_what_a_task_runs_is_found(folder: str, command: str, found: str) -> None:
    around = Surroundings(f"/{folder}", script=lambda path: FILES.get(path if path.startswith("/") else f"/{folder}/{path}"))
    result = recognise(shipped(), Call("Bash", command), around)
    assert (names(result), result.unanalysed) == ({found} if found else set(), ())
