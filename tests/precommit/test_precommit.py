"""The hooks that others install refuse a bad edit of doctrine and let a good one pass, with the real pre-commit."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pre_commit")

HOOKS = {"harnessy-lint": "lint", "harnessy-test": "test", "harnessy-edit": "lint --staged --select HN8"}
ROW = "| Cleanup | proceed + log | proceed + log | confirm |"
CAP = "| `bug` | `supervised` |"
RAISED = "| `bug` | `safe` | raised 2021-06-01 on `fix 0` and others |"
HEAD = "| date | task | work-type | effective level | gates | outcome |\n|---|---|---|---|---|---|\n"
RUN = "| 2021-05-01 | fix {} | bug | supervised | all | merged-unchanged |\n"
SKIPPED = shutil.ignore_patterns(".git", ".*_cache", "__pycache__", "*.pyc", ".hypothesis", "build", "dist")
GIT = ["git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]


def run(command: list[str], folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """A command in a folder, with caches and settings of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    own = {"PRE_COMMIT_HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "NO_COLOR": "1"}
    return subprocess.run(command, cwd=folder, env=kept | own, capture_output=True, text=True, check=False)


def commit(folder: Path, home: Path) -> str:
    """Everything in a folder, committed to a new repository; gives the revision."""
    for step in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--no-verify", "--message", "first"]):
        done = run([*GIT, *step], folder, home)
        assert done.returncode == 0, done.stderr
    return run([*GIT, "rev-parse", "HEAD"], folder, home).stdout.strip()


class Project:
    """A repository of somebody who keeps doctrine and has installed the hooks."""

    def __init__(self, folder: Path, home: Path, config: str, doctrine: Path) -> None:
        self.folder, self.home = folder, home
        shutil.copytree(doctrine, folder / "doctrine")
        (folder / ".pre-commit-config.yaml").write_text(config, "utf-8")
        commit(folder, home)

    @property
    def page(self) -> Path:
        """The doctrine."""
        return self.folder / "doctrine" / "AUTONOMY.md"

    def edit(self, old: str, new: str) -> subprocess.CompletedProcess[str]:
        """Put other words into the doctrine, stage it and run the hooks as a commit would."""
        text = self.page.read_text("utf-8")
        assert old in text
        self.page.write_text(text.replace(old, new), "utf-8")
        run([*GIT, "add", "--all"], self.folder, self.home)
        done = self.hooks()
        self.page.write_text(text, "utf-8")
        return done

    def hooks(self, command: str = "run") -> subprocess.CompletedProcess[str]:
        """Run pre-commit here."""
        return run([sys.executable, "-m", "pre_commit", command], self.folder, self.home)


def local(root: Path) -> str:
    """The hooks as they are published, run by this Python and not in an environment of their own."""
    entry = f'env PYTHONPATH="{root}" "{sys.executable}" -m harnessy'
    hooks = [
        f"      - {{id: {name}, name: {name}, language: system, pass_filenames: false, "
        f"{'always_run: true' if 'staged' in command else 'types: [markdown]'}, entry: '{entry} {command}'}}"
        for name, command in HOOKS.items()
    ]
    return "\n".join(["repos:", "  - repo: local", "    hooks:", *hooks]) + "\n"


@pytest.fixture
def project(tmp_path: Path, pytestconfig: pytest.Config) -> Project:
    """A project whose hooks run the checkout."""
    folder = tmp_path / "project"
    folder.mkdir()
    root = pytestconfig.rootpath
    return Project(folder, tmp_path / "home", local(root), root / "doctrine")


def check_edits(project: Project) -> None:
    """A good edit passes; a bad one is refused, with the place and the words."""
    good = project.edit(ROW, ROW.replace("confirm", "confirm, log"))
    assert good.returncode == 0, good.stdout + good.stderr
    gap = project.edit(ROW, ROW.replace("confirm", ""))
    assert gap.returncode == 1
    assert "HN203" in gap.stdout
    line = next(at for at, text in enumerate(project.page.read_text("utf-8").splitlines(), 1) if text == ROW)
    assert f"AUTONOMY.md:{line}:" in gap.stdout


def test_a_bad_edit_is_refused_and_a_good_one_passes(project: Project) -> None:
    check_edits(project)
    freer = project.edit(ROW, ROW.replace("confirm", "proceed"))
    assert freer.returncode == 1
    assert "HN406" in freer.stdout
    assert "expected `confirm`, but the answer is go" in freer.stdout
    raised = project.edit(CAP, CAP.replace("supervised", "safe"))
    assert raised.returncode == 1
    assert "HN801" in raised.stdout
    assert "A cap may rise one level only when the log holds at least 10 clean rows" in raised.stdout


def test_a_cap_is_raised_by_its_rows_and_not_by_one_less(project: Project) -> None:
    old = next(line for line in project.page.read_text("utf-8").splitlines() if line.startswith(CAP))
    codes = list[int]()
    for rows in (9, 10):
        (project.folder / "autonomy_log.md").write_text(HEAD + "".join(map(RUN.format, range(rows))), "utf-8")
        codes.append(project.edit(old, RAISED).returncode)
    assert codes == [1, 0]


def test_an_edit_of_other_files_asks_nothing(project: Project) -> None:
    (project.folder / "kettle.py").write_text("x = 1\n", "utf-8")
    run([*GIT, "add", "--all"], project.folder, project.home)
    assert [project.hooks().stdout.count(word) for word in ("Skipped", "Passed")] == [len(HOOKS) - 1, 1]


def test_a_doctrine_that_goes_away_is_refused(project: Project) -> None:
    run([*GIT, "mv", "doctrine", "rules"], project.folder, project.home)
    done = project.hooks()
    assert done.returncode == 1
    assert "`doctrine/AUTONOMY.md` is no doctrine any more" in done.stdout


@pytest.mark.slow
def test_the_published_hooks_work_in_an_environment_of_their_own(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    home, folder, source = tmp_path / "home", tmp_path / "project", tmp_path / "harnessy"
    shutil.copytree(pytestconfig.rootpath, source, ignore=SKIPPED)
    revision = commit(source, home)
    hooks = "\n".join(f"      - id: {name}" for name in HOOKS)
    config = f"repos:\n  - repo: {source}\n    rev: {revision}\n    hooks:\n{hooks}\n"
    folder.mkdir()
    project = Project(folder, home, config, pytestconfig.rootpath / "doctrine")
    installed = project.hooks("install-hooks")
    if installed.returncode != 0:
        pytest.skip(f"the environment of the hooks could not be made here: {installed.stdout[-300:]}")
    check_edits(project)
