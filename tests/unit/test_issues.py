"""Issues are read in every form in which people have them, and what is wrong with one harms no other."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from harnessy.api import UsageError
from harnessy.issues import read_issues
from harnessy.issues.command import read_repository
from harnessy.issues.tracker import read_tracker

FULL = {
    "number": 3, "title": "Mend the weir", "body": "Kind: repair\n\nLeaks.", "state": "OPEN",
    "url": "https://github.com/mill/wheel/issues/3", "labels": [{"name": "now"}, {"name": "area:wheel"}],
    "comments": [{"body": "still leaks"}], "milestone": {"title": "spring"}, "parent": {"number": 1, "title": "All"},
    "blockedBy": {"nodes": [{"number": 2, "title": "Drain", "state": "OPEN", "url": "https://github.com/mill/pond/issues/2"}]},
    "blocking": [], "subIssues": [{"number": 5, "title": "Dig", "state": "CLOSED"}],
}  # fmt: skip


def test_every_field_is_read() -> None:
    (issue,) = read_tracker(json.dumps([FULL]), "x.json").issues
    assert (issue.key, issue.number, issue.title, issue.state, issue.repository) == ("#3", 3, "Mend the weir", "open", "mill/wheel")
    assert issue.labels == ("now", "area:wheel")
    assert [text.text for text in issue.texts] == ["Mend the weir", "Kind: repair\n\nLeaks.", "still leaks"]
    assert [(header.name, header.values) for header in issue.headers] == [("Kind", ("repair",))]
    assert [(one.words, one.number, one.repository, one.state) for one in issue.fields] == [
        ("blocked by", 2, "mill/pond", "open"), ("parent", 1, "mill/wheel", ""), ("sub issues", 5, "mill/wheel", "closed"),
    ]  # fmt: skip
    assert [one.span.text for one in issue.fields] == ["#2 Drain", "#1 All", "#5 Dig"]


def test_few_fields_are_enough() -> None:
    (issue,) = read_tracker('{"number": 1, "title": "x", "body": null, "labels": ["a"], "comments": 4}', "x").issues
    assert (issue.labels, issue.state, [text.text for text in issue.texts]) == (("a",), "open", ["x", ""])


def test_the_web_interface_calls_things_otherwise() -> None:
    page = "https://github.com/a/b/issues/1"
    web = {"number": 1, "title": "x", "html_url": page, "url": "https://api.github.com/…", "state": "closed"}
    pull = {"number": 2, "title": "y", "pull_request": {}}
    issue, other = read_tracker(json.dumps([web, pull]), "x").issues
    assert (issue.repository, issue.state) == ("a/b", "closed")
    assert (other.state, other.pull) == ("open", True)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"number": 7, "title": 3}, "#7 (x, issue 1): field `title`: it should be a valid string"),
        ({"number": 7, "title": "x", "labels": {"a": 1}, "body": []}, "#7 (x, issue 1): field `body`: it should be a valid string"),
        ({"title": "x"}, "x, issue 1: field `number`: field required"),
        ({"number": -7, "title": "x"}, "x, issue 1: field `number`: it should be greater than 0"),
        ({"number": "7", "title": "x"}, "#7 (x, issue 1): field `number`: it should be a valid integer"),
        ({"number": True, "title": "x"}, "x, issue 1: field `number`: it should be a valid integer"),
        ({"number": 7, "title": "x", "blockedBy": [{"title": "y"}]}, "#7 (x, issue 1): field `blockedBy`: field required"),
        ({"number": 7, "title": "x", "blockedBy": ["soon"]}, "#7 (x, issue 1): field `blockedBy`: it should be an issue"),
        ([1], "x, issue 1: this is no issue: not a JSON object"),
    ],
)
def test_a_bad_issue_is_named_and_harms_no_other(bad: object, said: str) -> None:
    read = read_tracker(json.dumps([bad, FULL]), "x")
    assert [issue.number for issue in read.issues if not issue.fault] == [3]
    assert [f"{fault.place}: {fault.text}" for fault in read.faults] == [said]
    doubted = {issue.number: issue.fault for issue in read.issues if issue.fault}
    assert doubted == {fault.number: fault.text for fault in read.faults if fault.number}


@pytest.mark.parametrize(
    ("text", "numbers", "places"),
    [
        ("", [], []),
        ("[]", [], []),
        ('\ufeff[{"number": 1, "title": "x"}]', [1], []),
        ('{"number": 1, "title": "x"}\n\n{"number": 2, "title": "y"}\n', [1, 2], []),
        ('{"number": 1, "title": "x"}\n{"number"\n{"number": 2, "title": "y"}', [1, 2], ["x:2"]),
        ('{"issues": [{"number": 1, "title": "x"}]}', [1], []),
        ('[{"number": 1, "title": "x"}, ', [1], ["x:1:30"]),
        ('[{"number": 1, "title": "x"}, {"number": 2, "ti', [1], ["#2 (x:1, issue 2)"]),
        ('{"number": 1,\n "title": "x"}\n{"number": 2,\n "title": "y"}\n', [1, 2], []),
        ("[" * 100_000, [], ["x:1, issue 1"]),
        ('"words"', [], ["x, issue 1"]),
        ('[{"number": ' + "9" * 5000 + "}]", [], ["x:1, issue 1"]),
        ('\ufeff{"number": 1, "title": "x"}\r\n{"number": 2, "title": "y"}\r\n', [1, 2], []),
        ('{"number": 1, "title": "a\u2028b\x85c"}\n{"number": 2, "title": "y"}', [1, 2], []),
        ('{"number": 1, "ti\n{"number": 2, "title": "y"}', [2], ["#1 (x:1)"]),
        ('[{"number": 1, "title": "x"}]\n[{"number": 2, "title": "y"}]', [1, 2], []),
        ('[{"number": 1, "title": "x"}][{"number": 2}]', [1], ["#2 (x, issue 2)"]),
        ('[[{"number": 1, "title": "x"}], [{"number": 2, "title": "y"}]]', [1, 2], []),
        ('{"data": {"repository": {"issues": {"nodes": [{"number": 1, "title": "x"}]}}}}', [1], []),
        ('{"data": {"issues": {"edges": [{"node": {"number": 1, "title": "x"}}]}}}', [1], []),
        ('[{"number": 1, "title": "x"}, {"number": 1, "title": "y"}]', [], ["x, issue 2"]),
    ],
)
def test_every_form_of_a_list_is_read(text: str, numbers: list[int], places: list[str]) -> None:
    read = read_tracker(text, "x")
    assert [issue.number for issue in read.issues if not issue.fault] == numbers
    assert [fault.place for fault in read.faults] == places


BROKEN = [
    ('{"number": 7, "title": "a", "title": "b"}', 7),
    ('{"number": 7, "labels": [{"name": "a", "name": "b"}], "title": "x"}', 7),
    ('{"number": 7, "number": 8, "title": "x"}', 0),
    ('{"number": 7, "title": "x", "extra": NaN}', 7),
    ('{"number": 7, "title": "x \\ud800"}', 7),
    ('{"number": 7, "title": "x", "body": "a\0b"}', 7),
    ('{"number": 7, "title": "x",, "body": "a"}', 7),
    ('{"number": 7, "title": "x", "labels": [}', 7),
    ('{"number": 7, "title": "x", "labels": ["a"}', 7),
    ('{"number": 7, "title": "x", "body": ' + "[" * 100_000 + "]" * 100_000 + "}", 7),
    ('{"number": ' + "9" * 5000 + ', "title": "x"}', 0),
]


FORMS = ["[{0}, {1}, {2}]", "[{0},\n{1},\n{2}\n]", '{{"data": {{"nodes": [{0}, {1}, {2}]}}}}', "{0}\n{1}\n{2}\n", "[{0}][{1}, {2}]"]


@pytest.mark.parametrize("form", FORMS, ids=range(len(FORMS)))
@pytest.mark.parametrize(("broken", "number"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_issue_in_whatever_list_loses_no_other(broken: str, number: int, form: str) -> None:
    first, last = '{"number": 1, "title": "[x], {y"}', '{"number": 3, "title": "z"}'
    read = read_tracker(form.format(first, broken, last), "x")
    assert [issue.number for issue in read.issues if not issue.fault] == [1, 3]
    assert [issue.number for issue in read.issues if issue.fault] == [number] * (number > 0)
    assert [fault.number for fault in read.faults] == [number]


def test_what_stands_twice_with_other_words_is_in_doubt(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps([{"number": 1, "title": name}, {"number": 2, "title": "x"}]))
    read = read_issues([str(tmp_path / "a.json"), str(tmp_path / "b.json")])
    assert {issue.key: bool(issue.fault) for issue in read.issues} == {"#1": True, "#2": False}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_is_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "issues.json").write_bytes(json.dumps([{**FULL, "title": "Mühle"}], ensure_ascii=False).encode(encoding))
    read = read_issues([str(tmp_path / "issues.json")])
    assert ([issue.title for issue in read.issues], read.faults) == (["Mühle"], ())


def test_bytes_that_are_no_characters_put_the_issue_in_doubt(tmp_path: Path) -> None:
    path, two = tmp_path / "issues.json", [{"number": 1, "title": "M\xfchle"}, {"number": 2, "title": "x"}]
    path.write_bytes(json.dumps(two, ensure_ascii=False).encode("latin-1"))
    read = read_issues([str(path)])
    assert {issue.key: bool(issue.fault) for issue in read.issues} == {"#1": True, "#2": False}
    assert [fault.number for fault in read.faults] == [1]


def test_what_a_windows_shell_writes_is_read(tmp_path: Path) -> None:
    (tmp_path / "issues.json").write_bytes(json.dumps([FULL]).encode("utf-16"))
    assert [issue.number for issue in read_issues([str(tmp_path / "issues.json")]).issues] == [3]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("blockedBy", [9], [("blocked by", 9, "mill/wheel")]),
        ("blockedBy", ["#9", "mill/pond#8"], [("blocked by", 9, "mill/wheel"), ("blocked by", 8, "mill/pond")]),
        ("blockedBy", ["https://github.com/mill/pond/issues/7"], [("blocked by", 7, "mill/pond")]),
        ("blockedBy", {"edges": [{"node": {"number": 9}}]}, [("blocked by", 9, "mill/wheel")]),
        ("blockedBy", {"totalCount": 3, "nodes": [{"number": 9}]}, [("blocked by", number, "mill/wheel") for number in (9, 0)]),
        ("blockedBy", {"totalCount": 2}, [("blocked by", 0, "mill/wheel")]),
        ("blockedBy", 2, [("blocked by", 0, "mill/wheel")]),
        ("blockedBy", 0, []),
        ("issue_dependencies_summary", {"blocked_by": 1, "total_blocked_by": 4}, [("blocked by", 0, "mill/wheel")]),
    ],
)
def test_what_blocks_an_issue_is_read_however_it_is_told(field: str, value: object, said: list[tuple[str, int, str]]) -> None:
    (issue,) = read_tracker(json.dumps([{"number": 1, "title": "x", field: value}]), "x", "mill/wheel").issues
    assert [(one.words, one.number, one.repository) for one in issue.fields] == said


def test_a_folder_holds_tasks(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "b.md").write_text("Head\n====\n\nState: on\nRepos:\n- one\n- two\n\nText: no header\n", "utf-8")
    (tmp_path / "deep" / "a.markdown").write_text("no title", "utf-8")
    (tmp_path / "c.md").write_bytes(b"\xff")
    (tmp_path / "notes.txt").write_text("x", "utf-8")
    read = read_issues([str(tmp_path)])
    assert [(issue.key, issue.title) for issue in read.issues] == [("b.md", "b"), ("deep/a.markdown", "a")]
    assert [(header.name, header.values) for header in read.issues[0].headers] == [("State", ("on",)), ("Repos", ("one", "two"))]
    assert [(fault.place, fault.text) for fault in read.faults] == [(f"{tmp_path}/c.md", "is not UTF-8: byte 0xff")]


def test_issues_of_two_repositories_are_called_with_theirs(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    other = {"number": 3, "title": "y", "url": "https://github.com/mill/pond/issues/3"}
    path.write_text(json.dumps([FULL, other]), "utf-8")
    assert [issue.key for issue in read_issues([str(path)]).issues] == ["mill/wheel#3", "mill/pond#3"]


# -- the `gh` command, by what it prints

Gh = Callable[[Sequence[str]], "CompletedProcess[str]"]


def gh(*answers: tuple[int, str, str]) -> tuple[Gh, list[list[str]]]:
    """A `gh` that gives these answers in turn, and what it was asked."""
    asked, left = list[list[str]](), list(answers)

    def run(command: Sequence[str]) -> "CompletedProcess[str]":
        asked.append(list(command))
        code, out, err = left.pop(0)
        return CompletedProcess(list(command), code, out, err)

    return run, asked


def test_gh_is_asked_for_all_issues_with_their_links() -> None:
    run, asked = gh((0, json.dumps([FULL, {"number": 31, "title": "x"}]), ""))
    read, note = read_repository("mill/wheel", run)
    assert [issue.key for issue in read.issues] == ["#3", "#31"]
    assert [issue.repository for issue in read.issues] == ["mill/wheel", "mill/wheel"]
    assert note == ""
    (command,) = asked
    assert command[:5] == ["gh", "issue", "list", "--repo", "mill/wheel"]
    assert int(command[command.index("--limit") + 1]) > 10_000
    assert "blockedBy" in command[-1]


def test_an_older_gh_is_asked_for_less_and_it_is_said() -> None:
    old = (1, "", 'Unknown JSON field: "blockedBy"\nAvailable fields:\n  assignees\n  body\n')
    run, asked = gh(old, (0, "[]", ""))
    read, note = read_repository("mill/wheel", run)
    assert read.issues == ()
    assert "does not know the links" in note
    assert "blockedBy" not in asked[1][-1]


@pytest.mark.parametrize(
    ("code", "stderr", "said"),
    [
        (4, "To get started with GitHub CLI, please run:  gh auth login\n", "`gh` is not logged in"),
        (1, "HTTP 401: Bad credentials (https://api.github.com/graphql)\n", "`gh` is not logged in"),
        (1, "GraphQL: Could not resolve to a Repository with the name 'a/b'. (repository)\n", "`gh` finds no repository `a/b`"),
        (1, "unknown flag: --json\n\nUsage: gh issue list\n", "this `gh` is too old: unknown flag: --json"),
        (1, "error connecting to api.github.com\n", "`gh` failed: error connecting to api.github.com"),
        (1, "", "`gh` failed: no reason given"),
    ],
)
def test_each_way_that_gh_fails_is_one_line(code: int, stderr: str, said: str) -> None:
    run, _ = gh((code, "", stderr))
    with pytest.raises(UsageError) as refused:
        read_repository("a/b", run)
    assert str(refused.value) == said
    assert refused.value.help


def test_gh_may_be_missing() -> None:
    def run(command: Sequence[str]) -> "CompletedProcess[str]":
        raise FileNotFoundError(command[0])

    with pytest.raises(UsageError, match="`gh` is not installed"):
        read_repository("a/b", run)


@pytest.mark.parametrize("name", ["mill", "a/b/c", "--json/x", "a b/c", ""])
def test_what_is_no_repository_is_never_asked(name: str) -> None:
    run, asked = gh()
    with pytest.raises(UsageError, match="is no repository"):
        read_repository(name, run)
    assert asked == []
