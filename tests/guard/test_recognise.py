"""The three answers, scripts and aliases told from outside, tools that are no shell, and occurrences."""

import pytest

from harnessy import api
from harnessy.guard import Call, Sheet, Surroundings, recognise
from harnessy.guard.sheet import Row
from harnessy.hooks.judge import sheet_of
from tests.guard.cases import names, recognised, shipped

KITCHEN = Sheet((
    Row("OPERATION", "light the oven", ("oven light", "oven --ignite=*", "mcp__*oven_on"), "Lighting", (), "kitchen.md:3"),
    Row("PROTECTED", "the recipes", ("recipes/*.txt", "menu.txt"), "Recipes", (), "kitchen.md:9"),
    Row("PROGRAM", "oven", ("-z", "--zone"), "", ("light", "clean")),
    Row("READING", "only reads", ("cat",)),
))


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("oven light", "operations"),
        ("oven -z 2 light", "operations"),
        ("oven -z light clean", "none"),
        ("oven --ignite now clean", "operations"),
        ("oven --ignite=now clean", "operations"),
        ("oven warm", "cannot-analyse"),
        ("cat menu.txt", "none"),
        ("fry menu.txt", "operations"),
        ("echo x > recipes/tart.txt", "operations"),
        ("echo x > recipes/tart.md", "none"),
        ("git push", "none"),
    ],
)
def test_the_sheet_alone_says_what_is_guarded(command: str, kind: str) -> None:
    assert recognise(KITCHEN, Call("", command)).kind == kind


def test_an_operation_names_its_row() -> None:
    (found,) = recognise(KITCHEN, Call("", "cd /x && oven -z 1 light")).operations
    assert (found.name, found.subject, found.words, found.place) == (
        "light the oven", "Lighting", "oven -z 1 light", "kitchen.md:3",
    )


def test_tools_are_recognised_by_name_and_by_the_files_that_they_write() -> None:
    assert names(recognise(KITCHEN, Call("mcp__kitchen__oven_on"))) == {"light the oven"}
    assert names(recognise(KITCHEN, Call("Edit", None, ("/home/menu.txt",)))) == {"the recipes"}
    assert recognise(KITCHEN, Call("Edit", None, ("/home/notes.txt",))).kind == "none"
    patch = "*** Begin Patch\n*** Update File: recipes/tart.txt\n@@\n-1\n+2\n*** End Patch"
    assert names(recognise(KITCHEN, Call("apply_patch", None, (), (patch,)))) == {"the recipes"}


def test_a_script_is_read_where_somebody_tells_its_text() -> None:
    sheet = Sheet((*KITCHEN.rows, Row("SHELL", "runs shell", ("bash", "sh"))))
    around = Surroundings("/srv/shop", script={"bake.sh": "oven light", "./go": "#!/bin/sh\noven light"}.get)
    for command in ("bash bake.sh", "sh -e bake.sh", "source bake.sh", ". bake.sh", "./go", "sudo bash bake.sh"):
        assert names(recognise(sheet, Call("", command), around)) == {"light the oven"}, command


def test_an_alias_is_read_where_somebody_tells_what_it_stands_for() -> None:
    known = {"hot": "light --fast", "shell": "!oven light", "tidy": "clean"}
    around = Surroundings(alias=lambda program, name: known.get(name) if program == "oven" else None)
    assert names(recognise(KITCHEN, Call("", "oven hot"), around)) == {"light the oven"}
    assert names(recognise(KITCHEN, Call("", "oven shell"), around)) == {"light the oven"}
    assert recognise(KITCHEN, Call("", "oven tidy"), around).kind == "none"


def test_each_occurrence_counts_and_a_loop_is_more_than_one() -> None:
    twice = recognised("git push; git push").operations
    assert len(twice) == 2
    assert not any(operation.repeats for operation in twice)
    assert len(recognised("bash -c 'git push'").operations) == 1
    assert all(operation.repeats for operation in recognised("for i in 1 2; do git push; done").operations)


def test_sentences_that_prohibit_editing_paths_protect_them() -> None:
    text = "# Shed\n\nNever modify `tools/saw.txt` or `plane.txt`. Never modify the roof.\n"
    sheet = sheet_of(api.load_texts({"shed.md": text}).rulebook)
    assert [row.forms for row in sheet.protected] == [("tools/saw.txt", "plane.txt")]
    assert names(recognise(sheet, Call("Write", None, ("/x/tools/saw.txt",))))


def test_a_sheet_is_the_same_after_json() -> None:
    assert Sheet.of(shipped().data).rows == shipped().rows
