"""Ask the questions of a key through the public API and write down what it says, one JSON line for each variant.

    python tests/acceptance/judge.py KEY --names FILE --doctrine PATH… --jsonl OUT

Of an entry the judge reads the facts, the edits and which documents it speaks of. Of what an entry expects it reads
the *names* of the keys only, which tell what is asked (`level`: the quantity of that name), never their values.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from harnessy import api
from harnessy.render.json import to_dict

Entry = Mapping[str, Any]

# Facts of a key that pick what is asked, and so are no facts to the engine.
CONSUMED = frozenset({"checkpoint", "ask"})
# Facts whose values are words of the key, and so have a line in names.yaml.
WORDED = frozenset({
    "ask", "change", "change_scope", "change_type", "checkpoint", "consumer", "edits", "event", "gate_type", "intent",
    "leg", "motive", "purpose", "record", "request", "runner", "section", "step_kind", "task", "via",
})  # fmt: skip
# Facts that name a subject when the entry asks at no checkpoint, and facts that name what a look-up is about.
NAMING = ("leg", "intent", "event", "task")
THINGS = ("record", "consumer", "section")
LOOKED_UP = ("checkpoint", *THINGS, "leg")


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement inside some lines of one document."""

    source: str | None
    first: int
    last: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One question of an entry: its base, a near miss, or the base after an edit of the documents."""

    name: str
    facts: Mapping[str, Any]
    quantities: tuple[str, ...]
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is put to the engine, in the document's words."""

    subject: str | None
    facts: Mapping[str, Any]
    look_up: bool = False
    attribute: str | None = None


def folded(text: str) -> str:
    """A name without what names do not differ in: letter case, spaces, `-`, `_` and `/`."""
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").replace("/", " ").split())


def is_asked(entry: Entry) -> bool:
    """Whether an entry is a question at all: prose is not, silent doctrine and forbidden answers are."""
    undecided = entry.get("expect", {}).get("action") == ["undecided"]
    return bool(entry.get("executable", True)) or undecided or "must_not" in entry


def edits_of(entry: Entry) -> tuple[Edit, ...]:
    """The edit of an entry's mutation and those to be made together with it."""
    mutation = entry["mutation"]
    lines = mutation.get("lines", entry.get("lines"))
    source = mutation.get("source", entry.get("source"))
    return tuple(
        Edit(edit.get("source", source), first, last, edit["old"], edit["new"])
        for edit in (mutation, *mutation.get("also", ()))
        for first, last in (edit.get("lines", lines),)
    )


def quantities(entry: Entry, part: Entry) -> tuple[str, ...]:
    """The keys that an entry expects by name, as what a variant may ask for.

    None where each expectation of the variant names an `action`: then it asks for a decision, which holds quantities.
    """
    if all("action" in expected for expected in (part.get("expect") or {}, *part.get("accept", ()))):
        return ()
    parts = (entry, *entry.get("near_miss", ()))
    expected = (answer for each in parts for answer in (each.get("expect"), *each.get("accept", ())))
    return tuple(dict.fromkeys(name for answer in expected for name in answer or {}))


def variants(entry: Entry) -> Iterator[Variant]:
    """Every question of an entry."""
    base = entry.get("facts") or {}
    yield Variant("base", base, quantities(entry, entry))
    for number, near in enumerate(entry.get("near_miss", ())):
        yield Variant(f"near_miss:{number}", {**base, **(near.get("facts") or {})}, quantities(entry, near))
    if "mutation" in entry:
        mutation = entry["mutation"]
        facts = {**base, **(mutation.get("facts") or {})}
        yield Variant("mutation", facts, quantities(entry, mutation), edits_of(entry))


def sources(entry: Entry) -> set[str]:
    """The documents that an entry speaks of; none named means all."""
    parts = [entry, entry.get("mutation", {}), *entry.get("near_miss", ()), *entry.get("mutation", {}).get("also", ())]
    places = [*parts, *(cite for part in parts for cite in part.get("cites", ()))]
    return {place["source"] for place in places if place.get("source")}


class Names:
    """What the names of the key are called in the document."""

    def __init__(self, path: Path) -> None:
        self._words: dict[str, str] = yaml.safe_load(path.read_text(encoding="utf-8"))

    def word(self, name: str) -> str:
        """The document's word for a name; a name without a line is its own word."""
        return self._words.get(name, name)

    def value(self, fact: str, value: Any) -> Any:  # noqa: ANN401  # values of YAML
        """A fact's value as it is passed: as it stands, unless it is a word of the key."""
        if isinstance(value, list):
            return [self.value(fact, item) for item in value]
        if isinstance(value, dt.date):
            return value.isoformat()
        return self.word(value) if fact in WORDED and isinstance(value, str) else value

    def named(self, facts: Mapping[str, Any], slots: Iterable[str]) -> list[str]:
        """What the facts name in these slots, in the document's words."""
        return [self.word(facts[slot]) for slot in slots if isinstance(facts.get(slot), str)]

    def passed(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts under the document's words."""
        return {self.word(fact): self.value(fact, value) for fact, value in facts.items() if fact not in CONSUMED}


def question(variant: Variant, names: Names, subjects: Sequence[str]) -> Question:
    """What a variant asks: a look-up, a checkpoint, a quantity, a named subject, or whatever the facts decide."""
    facts = variant.facts
    if facts.get("ask"):
        attribute = names.word(facts["ask"])
        things = names.named(facts, LOOKED_UP)
        return Question(things[0], {}, True, attribute) if things else Question(attribute, {}, True)
    things = names.named(facts, THINGS)
    if things and all(fact in THINGS for fact in facts):
        return Question(things[0], {}, True)
    passed = names.passed(facts)
    checkpoints = names.named(facts, ("checkpoint",))
    if checkpoints:
        return Question(checkpoints[0], passed)
    known = {folded(subject) for subject in subjects}
    parts = [f"{names.word(facts[slot])} {names.word(slot)}" for slot in NAMING if isinstance(facts.get(slot), str)]
    candidates = [*parts, *(names.word(name) for name in variant.quantities), *names.named(facts, NAMING)]
    return Question(next((word for word in candidates if folded(word) in known), None), passed)


def apply(text: str, edit: Edit) -> str:
    """The text after an edit, whose old words stand exactly once in its lines."""
    lines = text.split("\n")
    body = "\n".join(lines[edit.first - 1 : edit.last])
    if body.count(edit.old) != 1:
        msg = f"lines {edit.first}-{edit.last} hold `{edit.old}` {body.count(edit.old)} times, not once"
        raise ValueError(msg)
    return "\n".join([*lines[: edit.first - 1], body.replace(edit.old, edit.new), *lines[edit.last :]])


class Library:
    """The documents that were given, by file name, read once and compiled once for each set of them."""

    def __init__(self, paths: Iterable[Path]) -> None:
        files = [file for path in paths for file in (sorted(path.glob("*.md")) if path.is_dir() else [path])]
        self._paths = {file.name: file for file in files}
        if len(self._paths) != len(files):
            msg = "two documents of one file name: an entry could mean either"
            raise ValueError(msg)
        self._loaded: dict[frozenset[str], api.Loaded] = {}

    def holds(self, wanted: set[str]) -> bool:
        """Whether all these documents were given."""
        return wanted <= set(self._paths)

    def load(self, wanted: set[str], edits: Sequence[Edit]) -> api.Loaded:
        """The documents, compiled, after some edits."""
        chosen = frozenset(wanted or self._paths)
        if not edits:
            if chosen not in self._loaded:
                self._loaded[chosen] = api.load([path for name, path in self._paths.items() if name in chosen])
            return self._loaded[chosen]
        texts = {name: path.read_text(encoding="utf-8") for name, path in self._paths.items() if name in chosen}
        for edit in edits:
            name = edit.source or next(iter(texts))
            texts[name] = apply(texts[name], edit)
        return api.load_texts({str(self._paths[name]): text for name, text in texts.items()})


def place(span: Any) -> dict[str, Any]:  # noqa: ANN401  # a Span, or None where a finding has no place
    """Where a span stands, as JSON."""
    if span is None:
        return {"file": None, "line": None, "end_line": None}
    return {"file": str(span.source.path), "line": span.line, "end_line": span.end_line}


def found(loaded: api.Loaded) -> list[dict[str, Any]]:
    """The diagnostics of the documents, as JSON."""
    return [
        {
            "code": finding.code,
            "severity": str(finding.severity),
            "message": finding.message,
            **place(finding.span),
            "labels": [place(label.span) for label in finding.labels],
        }
        for finding in loaded.diagnostics
    ]


def answer(entry: Entry, variant: Variant, names: Names, library: Library) -> dict[str, Any]:
    """The line of one variant. A usage error is an answer of the engine; any other exception is a fault."""
    line: dict[str, Any] = {
        "id": entry["id"], "variant": variant.name, "subject": None, "facts": {}, "decision": None,
    }  # fmt: skip
    try:
        loaded = library.load(sources(entry), variant.edits)
        if variant.edits:
            line["diagnostics"] = found(loaded)
        asked = question(variant, names, loaded.subjects())
        line |= {"subject": asked.subject, "facts": dict(asked.facts)}
        if asked.look_up and asked.subject is not None:
            line["attribute"] = asked.attribute
            decision = api.look_up(loaded, asked.subject, asked.attribute)
        else:
            decision = api.ask(loaded, asked.subject, asked.facts, strict=False)
        line["decision"] = to_dict(decision)
    except api.UsageError as error:
        line["usage"] = str(error)
    except Exception as error:  # noqa: BLE001  # whatever goes wrong inside is a wrong answer, and the run goes on
        line["error"] = f"{type(error).__name__}: {error}"
    return line


def judge(key: Iterable[Entry], names: Names, library: Library) -> Iterator[dict[str, Any]]:
    """One line for each variant of each entry whose documents were given."""
    for entry in key:
        if is_asked(entry) and library.holds(sources(entry)):
            for variant in variants(entry):
                yield answer(entry, variant, names, library)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the judge from the command line."""
    parser = argparse.ArgumentParser(description="Ask a key's questions and write down the decisions.")
    parser.add_argument("key", type=Path, help="the key, in YAML")
    parser.add_argument("--names", type=Path, required=True, help="what the key's names are called in the doctrine")
    parser.add_argument("--doctrine", type=Path, nargs="+", required=True, help="documents, or folders of them")
    parser.add_argument("--jsonl", type=Path, required=True, help="where the lines go")
    options = parser.parse_args(argv)
    key = yaml.safe_load(options.key.read_text(encoding="utf-8"))
    lines = list(judge(key, Names(options.names), Library(options.doctrine)))
    text = "".join(json.dumps(line, ensure_ascii=False, default=str) + "\n" for line in lines)
    options.jsonl.write_text(text, encoding="utf-8")
    faults = sum("error" in line for line in lines)
    print(f"{len(lines)} questions of {len({line['id'] for line in lines})} entries, {faults} faults", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
