"""Documents and a grammar in, a rulebook and diagnostics out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from harnessy.document import Document
from harnessy.rulebook.allowing import mind_neighbours
from harnessy.rulebook.appending import compile_logs
from harnessy.rulebook.authored import authored
from harnessy.rulebook.bands import mind_bands
from harnessy.rulebook.bounds import mind_bounds
from harnessy.rulebook.built import Built, Page, composed
from harnessy.rulebook.ceiling_bars import bar_above_ceilings
from harnessy.rulebook.claims import claim_metrics
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.closing import check_closed, claim_closed
from harnessy.rulebook.collect import collect_definitions, collect_guards, collect_sets
from harnessy.rulebook.company import mind_policies
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.duties import compile_duties
from harnessy.rulebook.evidence import collect_evidence
from harnessy.rulebook.examples import collect_examples
from harnessy.rulebook.fenced import mind_fenced
from harnessy.rulebook.grammar import Grammar, load
from harnessy.rulebook.grants import compile_grants, mind_grants
from harnessy.rulebook.grids import compile_grids
from harnessy.rulebook.guarding import collect_guard_rows, collect_path_rules
from harnessy.rulebook.infer import activate, infer_orders
from harnessy.rulebook.legs import bind_references, compile_gates
from harnessy.rulebook.listings import collect_listings
from harnessy.rulebook.lowering import lower_values
from harnessy.rulebook.maps import declare_maps
from harnessy.rulebook.mentions import mind_mentions, mind_pointers
from harnessy.rulebook.metrics import compile_metrics
from harnessy.rulebook.model import OPERATION, Book, Fact, Quantity, Rule, Subject
from harnessy.rulebook.names import StemIndex
from harnessy.rulebook.natural import mind_natural
from harnessy.rulebook.notices import compile_notices
from harnessy.rulebook.orders import compile_orders
from harnessy.rulebook.parts import mind_parts
from harnessy.rulebook.permission_lists import compile_permission_lists
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.policies import compile_policies
from harnessy.rulebook.precedence import compile_precedence
from harnessy.rulebook.prose import compile_prose
from harnessy.rulebook.reach import doubt_front_matter, doubt_struck, reach
from harnessy.rulebook.records import claim_records, owe_records
from harnessy.rulebook.restraints import mind_restraints
from harnessy.rulebook.rows import mind_rows
from harnessy.rulebook.tables import collect_registers, collect_tables, has_label
from harnessy.rulebook.telling import set_told_apart
from harnessy.rulebook.terms import collect_terms
from harnessy.rulebook.told import collect_told
from harnessy.rulebook.triggers import compile_triggers
from harnessy.rulebook.unbound import mind_unbound
from harnessy.rulebook.verdict_restraints import mind_verdicts
from harnessy.rulebook.watching import claim_watched, compile_watched


def build(documents: Iterable[Document], grammar: Mapping[str, str]) -> Built:
    """Compile documents, each a namespace of its own. Authors' mistakes are diagnostics, never exceptions."""
    return composed((compile_page(document, grammar) for document in documents), grammar)


def compile_page(document: Document, grammar: Mapping[str, str]) -> Page:
    """Compile one document: what it comes to depends on no other."""
    draft = _compiled(document, load(grammar))
    return Page(_book(draft), (*document.diagnostics, *draft.diagnostics), draft.evidence)


def _compiled(document: Document, grammar: Grammar) -> Draft:
    draft = Draft(document, grammar)
    try:
        _compile(draft)
    except NotRead as refused:  # some family handed on what it should have noted: nothing of the page goes
        start = document.source.span(0, 0)
        draft.complain("HN301", "error", f"this page holds what is not understood: {refused}", start, mend="reword it")
    return draft


def _compile(draft: Draft) -> None:
    doubt_front_matter(draft)
    doubt_struck(draft)
    collect_registers(draft)
    collect_listings(draft)
    claim_records(draft)
    claim_watched(draft)
    claim_closed(draft)
    claim_metrics(draft)
    collect_sets(draft)
    collect_guard_rows(draft)
    collect_tables(draft)
    declare_maps(draft)
    collect_guards(draft)
    collect_definitions(draft)
    collect_evidence(draft)
    compile_grids(draft)
    compile_gates(draft)
    compile_precedence(draft)
    compile_grants(draft)
    compile_orders(draft)
    compile_triggers(draft)
    compile_duties(draft)
    compile_notices(draft)
    compile_logs(draft)
    compile_policies(draft)
    compile_permission_lists(draft)
    compile_prose(draft)
    owe_records(draft)
    compile_metrics(draft)
    compile_watched(draft)
    check_closed(draft)
    reach(draft)
    collect_path_rules(draft)
    bind_references(draft)
    infer_orders(draft)
    lower_values(draft)
    activate(draft)
    bar_above_ceilings(draft)
    collect_examples(draft)
    _mind(draft)


def _mind(draft: Draft) -> None:
    """Keep from going what other parts of the page may restrict."""
    set_told_apart(draft)
    mind_pointers(draft)
    mind_mentions(draft)
    mind_parts(draft)
    mind_restraints(draft)
    mind_policies(draft)
    mind_neighbours(draft)
    mind_bounds(draft)
    mind_fenced(draft)
    mind_unbound(draft)
    collect_terms(draft)
    collect_told(draft)
    mind_verdicts(draft)
    mind_grants(draft)
    mind_rows(draft)
    mind_natural(draft)
    mind_bands(draft)


def _book(draft: Draft) -> Book:
    words = draft.grammar.words
    rules = _distinct_ids(draft.rules)
    listed = dict[str, list[Rule]]()
    for rule in rules:
        listed.setdefault(rule.target, []).append(rule)
    by_target = {target: tuple(found) for target, found in listed.items()}
    readings = tuple(sorted(draft.readings.values(), key=lambda reading: (reading.span.start, reading.span.end)))
    subjects = {**draft.subjects, **{key: thing for key, thing in draft.operations.items() if key in by_target}}
    return Book(
        path=draft.document.source.path,
        digest=draft.document.source.digest,
        scales=dict(draft.scales),
        facts=dict(draft.facts),
        quantities=dict(draft.quantities),
        subjects=subjects,
        rules=rules,
        assumptions=tuple(draft.assumptions),
        readings=readings,
        examples=tuple(draft.examples),
        broken=tuple(error for error in (*draft.document.diagnostics, *draft.diagnostics) if error.severity == "error"),
        doubts=dict(draft.doubts),
        sought=words.keywords["SOUGHT"],
        go_verb=words.first("GO"),
        hold_verb=words.first("HOLD"),
        stricter=draft.stricter,
        by_target=by_target,
        fact_names=_fact_names(draft),
        wider=_wider(subjects, rules),
        guards=tuple(draft.guards),
        measures=dict(draft.measures),
        schemas=tuple(draft.schemas),
        beside=dict(draft.beside),
        sides=dict(draft.sides),
        watched=tuple(draft.watched),
        loose=tuple(draft.loose),
        authored=authored(draft),
        ceilings=_ceilings(draft),
        subject_names=_spellings([*subjects.values(), *draft.quantities.values()]),
        listings=tuple(draft.listings),
    )


def _ceilings(draft: Draft) -> tuple[str, ...]:
    """The members of an ordered scale whose name says that they are a highest value: *Cap*, *trust limit*."""
    things: list[Fact | Quantity] = [*draft.facts.values(), *draft.quantities.values()]
    return tuple(thing.name.key for thing in things if thing.scale and has_label(draft, thing.name.text, ("CEILINGS",)))


def _wider(subjects: Mapping[str, Subject], rules: Iterable[Rule]) -> dict[str, tuple[str, ...]]:
    """What is prohibited or reserved in fewer words covers what says the same in more."""
    tight = {rule.target for rule in rules if strictest(rule.acts) in TIGHT}
    operations = [key for key, subject in subjects.items() if subject.kind == OPERATION]
    index = StemIndex()
    for key in operations:
        if key in tight:
            index.add(key)
    found = {key: tuple(sorted(index.shorter(key))) for key in operations}
    return {key: others for key, others in found.items() if others}


def _spellings(things: Iterable[Subject | Fact | Quantity]) -> dict[str, str]:
    """The key for each spelling of some names; the first that has it wins."""
    found = dict[str, str]()
    for thing in things:
        for name in (thing.name, *thing.aliases):
            found.setdefault(name.key, thing.name.key)
    return found


def _fact_names(draft: Draft) -> dict[str, str]:
    """Spellings of facts and quantities; the name of a scale stands for its one input."""
    found = _spellings([*draft.facts.values(), *draft.quantities.values()])
    for scale in draft.scales:
        inputs = [fact.name.key for fact in draft.facts.values() if fact.scale == scale]
        if len(inputs) == 1:
            found.setdefault(scale, inputs[0])
    return found


def _distinct_ids(rules: list[Rule]) -> tuple[Rule, ...]:
    """Rules of different places never share an id; the parts of one place do not matter to a citation."""
    seen, made = dict[str, int](), list[Rule]()
    places = dict[tuple[str, int], str]()
    for rule in rules:
        place = (rule.id, rule.span.start)
        if place not in places:
            count = seen[rule.id] = seen.get(rule.id, 0) + 1
            places[place] = rule.id if count == 1 else f"{rule.id}-{count}"
        made.append(replace(rule, id=places[place]))
    return tuple(made)
