"""Pass 2 over metrics: symbols and formulas become quantities, vetoes and thresholds become rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from harnessy.rulebook.arrows import compile_arrows
from harnessy.rulebook.bands import settle_bands
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.expression import Call, Expression, Ref
from harnessy.rulebook.layers import layer_of, layered
from harnessy.rulebook.made import quantity_of
from harnessy.rulebook.model import ALWAYS, Compare, Condition, Fact, Formula, Named, Not, Quantity, Rule, conjoined
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.resolve import Resolver
from harnessy.rulebook.symbols import Bounds, Symbol
from harnessy.rulebook.vetoes import VETO, Vetoes, compile_vetoes
from harnessy.source import Span


def compile_metrics(draft: Draft) -> None:
    """Compile what was found about the metric, now that all other names are known."""
    pending = draft.pending
    settle_bands(draft)
    if not (pending.symbols or pending.formulas or pending.requirements or pending.arrows):
        return
    resolver = Resolver(draft)
    for symbol in pending.symbols:
        _declare(draft, symbol)
    keys = [one.name.key for one in (*pending.symbols, *pending.formulas)]
    several = {one.name.key for one in pending.formulas if keys.count(one.name.key) > 1}
    for key in sorted(dict.fromkeys(keys), key=lambda key: key not in several):  # which of several counts may be read by others
        _define(draft, resolver, key)
    _differences(draft, resolver)
    vetoes = compile_vetoes(draft, resolver)
    compile_arrows(draft, resolver, vetoes)
    _passed(draft, vetoes)
    _tell_beside(draft)
    _give_roles(draft, resolver)


def _declare(draft: Draft, symbol: Symbol) -> None:
    """A symbol that is not made of anything is a fact; its gloss is another name of it."""
    if symbol.tree is None and not any(one.name.key == symbol.name.key for one in draft.pending.formulas):
        draft.add_fact(Fact(symbol.name, "number", aliases=_aliases(symbol)))


def _aliases(symbol: Symbol) -> tuple[Named, ...]:
    """The gloss, where it is a name and no sentence."""
    plain = symbol.gloss is not None and not set(symbol.gloss.text) & set(",;.()|")
    return (symbol.gloss,) if symbol.gloss is not None and plain else ()


def _define(draft: Draft, resolver: Resolver, key: str) -> None:
    """A quantity from every place that says how it is made."""
    told = [one for one in draft.pending.symbols if one.name.key == key]
    made = [one for one in (*told, *draft.pending.formulas) if one.name.key == key and one.tree is not None]
    made = list({_shape(one): one for one in reversed(made)}.values())[::-1]
    formulas = list[Formula]()
    for one, when in layered(draft, resolver, made):
        try:
            formulas.append(_formula(resolver, one, told, (when, draft.pending.ranges.get(key))))
        except NotRead as reason:
            _refuse(draft, one, str(reason))
    if not formulas:
        return
    if len(formulas) > 1 and any(formula.when == ALWAYS for formula in formulas):
        _twice(draft, made)
        return
    aliases = tuple(dict.fromkeys(alias for one in (*told, *made) for alias in _aliases(one)))
    quantity_of(draft, replace(made[0].name, span=(told or made)[0].name.span), tuple(formulas), aliases)


def _shape(one: Symbol) -> tuple[object, ...]:
    """What makes two statements of a formula the same: what they say, and the layer of which they say it."""
    return _said(one), tuple(sorted(layer_of(one.section)))


def _said(one: Symbol) -> str:
    """A formula as written; of a line of a block, what stands behind its sign."""
    text = " ".join((one.made or one.span).text.replace("`", "").split())
    return text.partition("=")[2].strip() if one.made == one.span else text


def _formula(resolver: Resolver, one: Symbol, told: Iterable[Symbol], given: tuple[Condition, Bounds | None]) -> Formula:
    if one.tree is None or one.made is None:
        raise NotRead("it has no formula")
    expression, settings = resolver.expression(one.tree), resolver.settings(one.tree)
    empty = next((other.empty for other in told if other.empty is not None), None)
    within = next((other.within for other in told if other.within is not None), given[1])
    return Formula(expression, given[0], _said(one), one.made, one.section.words, empty, settings, within)


def _refuse(draft: Draft, one: Symbol, reason: str) -> None:
    span = one.made or one.span
    draft.note(span, "not understood", reason, one.section.words)
    draft.complain("HN303", "error", f"the formula of `{one.name.text}` is not understood: {reason}", span)


def _twice(draft: Draft, made: list[Symbol]) -> None:
    first, second = made[:2]
    mend = "say in each heading from when on it applies, or leave one out"
    draft.complain("HN304", "error", f"`{first.name.text}` has two formulas", second.made or second.span, mend=mend)


# -- changes


def _differences(draft: Draft, resolver: Resolver) -> None:
    """`ΔS` that nobody defines is S on the later side less S on the earlier one; the same for a field `delta` of a record."""
    delta = draft.grammar.words.formula["DELTA"]
    for key in dict.fromkeys(name for arrow in draft.pending.arrows for name in arrow.names):
        first, _, symbol = key.partition(" ")
        if first in delta and symbol in resolver.symbols and key not in draft.quantities:
            span = next(arrow.span for arrow in draft.pending.arrows if key in set(arrow.names))
            parts = tuple(resolver.side(symbol, side, span) for side in ("AFTER", "BEFORE"))
            _difference(draft, _as_written(span, key), parts, span)
    for schema in draft.schemas:
        fields = {side: [one for one in schema.fields if _is_side(draft, one.name, side)] for side in ("AFTER", "BEFORE")}
        change = next((one for one in schema.fields if bare(one.name) in delta), None)
        if change is None or change.span is None or len(fields["AFTER"]) != 1 or len(fields["BEFORE"]) != 1:
            continue
        if bare(change.name) not in draft.quantities:
            sides = [fields[side][0] for side in ("AFTER", "BEFORE")]
            refs = tuple(_side_fact(draft, one.name, one.span or schema.span) for one in sides)
            whole = schema.span.cut(min(one.span.start for one in (*sides, change) if one.span), change.span.end)
            _difference(draft, named(change.name, change.span), refs, whole)


def _side_fact(draft: Draft, text: str, span: Span) -> Ref:
    draft.add_fact(Fact(named(text, span), "number"))
    return Ref(bare(text))


def _is_side(draft: Draft, name: str, side: str) -> bool:
    return bare(name).split(" ")[-1] in draft.grammar.words.formula[side]


def _as_written(span: Span, key: str) -> Named:
    """A name of several words as the text joins them (`ΔS`)."""
    found = next((word.strip("|`*()") for word in span.text.split() if bare(word.strip("|`*()")) == key), key)
    return Named(key, found, span)


def _difference(draft: Draft, name: Named, parts: tuple[Expression, ...], span: Span) -> None:
    shown = " − ".join(draft.facts[part.name].name.text for part in parts if isinstance(part, Ref))
    draft.assume(f"`{name.text}` is {shown}", span)
    quantity_of(draft, name, (Formula(Call("-", parts), ALWAYS, shown, span),))


def _passed(draft: Draft, vetoes: Sequence[Vetoes]) -> None:
    """A truth of a record that says that the gates are passed (`gates_passed`) is that no veto is broken."""
    words = draft.grammar.words
    passes = frozenset().union(*map(stems, words.keywords["PASSES"]))
    gates = frozenset().union(*map(stems, words.formula["GATES"]), *(stems(one.heading) for one in vetoes))
    fields = [one for schema in draft.schemas for one in schema.fields if one.kind == "truth" and one.span is not None]
    for field in fields if vetoes else ():
        said = stems(field.name)
        name = named(field.name, field.span or vetoes[0].span)
        if not (said & passes and said - passes and said - passes <= gates) or name.key in draft.quantities:
            continue
        draft.assume(f"`{name.text}` is that no veto is broken", name.span, vetoes[0].span)
        kept = conjoined(*(Compare(one.truth, "=", (False,), one.span) for one in vetoes))
        identity, trail = name.key.replace(" ", "-"), vetoes[0].section.words
        for when, value in ((kept, True), (Not(kept), False)):
            draft.rules.append(Rule(f"{identity}/{value}".casefold(), VETO, name.key, when, name.span, trail, value=value))
        draft.quantities[name.key] = Quantity(name, "truth", span=name.span, trail=trail)


def _give_roles(draft: Draft, resolver: Resolver) -> None:
    """Say which records are measured, and which hold both sides of a comparison."""
    for index, schema in enumerate(draft.schemas):
        sides = all(any(_is_side(draft, one.name, side) for one in schema.fields) for side in ("AFTER", "BEFORE"))
        if sides:
            draft.schemas[index] = replace(schema, role="compared")
        elif schema == resolver.schema:
            draft.schemas[index] = replace(schema, role="measured")


# -- what is told with an answer


def _tell_beside(draft: Draft) -> None:
    """Asked for a quantity, what is made of it right away is told as well."""
    for key, quantity in draft.quantities.items():
        for read in quantity.reads if quantity.formulas and any(formula.when != ALWAYS for formula in quantity.formulas) else ():
            if read in draft.quantities and not draft.quantities[read].formulas:
                draft.beside[read] = (*draft.beside.get(read, ()), key)
