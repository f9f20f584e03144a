"""Names in formulas: each is a symbol, a field of the records or a word one may have, a count of records, or a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

from harnessy.rulebook.amount import number
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.expression import Call, Expression, Filter, Function, Measure, Number, Over, Ref, Scalar, Side
from harnessy.rulebook.formula import FUNCTIONS, RELATIONS
from harnessy.rulebook.grammar import Node
from harnessy.rulebook.model import Fact, Named, Thing
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.schema import Field, Schema
from harnessy.rulebook.symbols import phrases, words_of
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_BINARY: dict[str, Function] = {"plus": "+", "minus": "-", "times": "*", "over": "/", "power": "^"}
_OVER: dict[str, Over] = {
    "COUNT": "count", "SUM": "sum", "MEAN": "mean", "MIN": "min", "MAX": "max", "VARIANCE": "variance",
}  # fmt: skip
_PLAIN: dict[str, Function] = {"SUM": "sum", "MEAN": "mean", "MIN": "min", "MAX": "max", "ABS": "abs"}
_NUMERIC = frozenset({"whole", "number"})
_WORDED = frozenset({"truth", "word", "text"})


class Resolver:
    """Turns trees into expressions for one document; declares the facts and measures that they read."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.words = draft.grammar.words.formula
        self.symbols = {one.name.key for one in (*draft.pending.symbols, *draft.pending.formulas)}
        self.functions = {word: name for name in FUNCTIONS for word in self.words[name]}
        self.schema = self._main()

    def _main(self) -> Schema | None:
        """The records that the formulas are about: those of which they name the most."""
        said = [stems(name) for one in (*self.draft.pending.symbols, *self.draft.pending.formulas) for name in _phrases(one.tree)]

        def hits(schema: Schema) -> int:
            return sum(stems(field.name) in said for field in schema.fields) + (stems(schema.noun) in said)

        return max(self.draft.schemas, key=hits, default=None)

    # -- trees

    def expression(self, node: Node) -> Expression:
        """The expression of a tree. Raises NotRead for what no record and no fact can tell."""
        if node.name == "formula":
            return self._tailed(node)
        if node.name in _BINARY:
            return Call(_BINARY[node.name], tuple(self.expression(part) for part in node.nodes))
        handler: Callable[[Node], Expression] = getattr(self, f"_{node.name}")
        return handler(node)

    def settings(self, node: Node) -> tuple[tuple[str, Expression], ...]:
        """The names that a formula gives another value while it is worked out."""
        tails = [part for part in node.nodes if part.name == "setting"]
        return tuple((bare(words_of(tail.nodes[0])), self.expression(tail.nodes[1])) for tail in tails)

    def _tailed(self, node: Node) -> Expression:
        first, *tails = node.nodes
        made = self.expression(first)
        for tail in tails:
            if tail.name == "setting":
                continue
            bound = Number(_amount(tail.tokens[-1]))
            made = Call("min" if tail.name == "capped" else "max", (made, bound))
        return made

    def _number(self, node: Node) -> Expression:
        return Number(_amount(node.tokens[0]))

    def _negative(self, node: Node) -> Expression:
        part = self.expression(node.nodes[0])
        return Number(-part.value) if isinstance(part, Number) else Call("-", (part,))

    def _raised(self, node: Node) -> Expression:
        return Call("^", (self.expression(node.nodes[0]), Number(_amount(node.tokens[0]))))

    def _atom(self, node: Node) -> Expression:
        return self.expression(node.nodes[0])

    def _absolute(self, node: Node) -> Expression:
        return Call("abs", (self.expression(node.nodes[0]),))

    def _call(self, node: Node) -> Expression:
        name = self.functions[node.tokens[0].text.casefold()]
        first = node.nodes[0]
        if len(node.nodes) == 1 and name in _OVER and (measure := self._over(_OVER[name], first)) is not None:
            return measure
        if name not in _PLAIN:
            raise NotRead(f"`{self._text(first)}` is nothing that records hold")
        return Call(_PLAIN[name], tuple(self.expression(part) for part in node.nodes))

    def _phrase(self, node: Node) -> Expression:
        return self.named(words_of(node), self._span(node))

    # -- names

    def named(self, text: str, span: Span) -> Expression:
        """What a name stands for where a number is wanted."""
        key = bare(text)
        if key in self.symbols or key in self.draft.quantities:
            return Ref(key)
        moment = self._moment(text, span)
        if moment is not None:
            return moment
        value = self._value(text)
        if value is not None:
            return self._measure(Measure(key, text, "count", where=(value,), span=span))
        if self._are_records(text):
            return self._measure(Measure(key, text, "count", span=span))
        field = self._field(text)
        if field is not None:
            return self._of_field(field, text, span)
        return self.rate(text, span) or self._fact(text, span)

    def _moment(self, text: str, span: Span) -> Expression | None:
        """`S after`, `S of the candidate`: the value of a symbol on one of the two sides that are compared."""
        for side in ("AFTER", "BEFORE"):
            for word in sorted(self.words[side], key=len, reverse=True):
                symbol = bare(text).removesuffix(f" {word}")
                if symbol != bare(text) and (symbol in self.symbols or symbol in self.draft.quantities):
                    return self.side(symbol, side, span)
        return None

    def side(self, symbol: str, side: str, span: Span) -> Ref:
        """The value of a symbol on one side: a fact of its own."""
        pending, made = self.draft.pending, self.draft.quantities.values()
        names = (*(one.name for one in (*pending.symbols, *pending.formulas)), *(one.name for one in made))
        named = (name.text for name in names if name.key == symbol)
        found = self._fact(f"{next(named, symbol)} {self.words[side][0]}", span)
        self.draft.sides[found.name] = Side(symbol, later=side == "AFTER")
        return found

    def _value(self, text: str) -> Filter | None:
        """The one field that a text is a word of."""
        fields = self.schema.fields if self.schema else ()
        found = [(field, value) for field in fields for value in field.values if bare(value) == bare(text)]
        return Filter(found[0][0].name, "=", found[0][1]) if len(found) == 1 else None

    def _are_records(self, text: str) -> bool:
        """Whether a text names the records: `runs`, `records`, `run records`."""
        said = stems(text) - stems(" ".join(self.words["ALL"]))
        return self.schema is not None and bool(said) and said <= stems(self.schema.text)

    def _field(self, text: str) -> Field | None:
        fields = self.schema.fields if self.schema else ()
        return next((field for field in fields if stems(field.name) == stems(text)), None)

    def _of_field(self, field: Field, text: str, span: Span) -> Expression:
        """A field where a number is wanted: its sum, or how many records it is true of; an assumption."""
        if field.kind == "truth":
            return self._measure(Measure(bare(text), text, "count", where=(Filter(field.name, "=", True),), span=span))
        if field.kind not in _NUMERIC:
            raise NotRead(f"`{text}` is no number")
        self.draft.assume(f"`{text}` stands for its sum over the records", span)
        return self._measure(Measure(bare(text), text, "sum", field.name, span=span))

    def rate(self, text: str, span: Span) -> Expression | None:
        """`load loss rate`: of a truth, the share of records; of a number, its share of the field that tells the whole."""
        words = bare(text).split(" ")
        at = next((index for index, word in enumerate(words) if word in self.words["RATE"]), 0)
        field = self._field(" ".join(words[:at])) if at else None
        if field is None or self.schema is None:
            return None
        if field.kind == "truth":
            part = self._of_field(field, " ".join(words[:at]), span)
            return Call("/", (part, self.named(f"{self.schema.noun}s", span)))
        whole = next((other for other in self.schema.fields if self._holds(other, field)), None)
        if whole is None or field.kind not in _NUMERIC:
            return None
        self.draft.assume(f"`{text}` is `{field.name}` / `{whole.name}`", span)
        return Call("/", tuple(self._of_field(one, one.name, span) for one in (field, whole)))

    def _holds(self, whole: Field, part: Field) -> bool:
        """Whether a field tells of how many another counts some: `crates_total` of `crates_broken`."""
        total = stems(" ".join(self.words["WHOLE"]))
        kept = stems(whole.name) - total
        return whole.kind in _NUMERIC and kept != stems(whole.name) and bool(kept) and kept < stems(part.name)

    def _fact(self, text: str, span: Span) -> Ref:
        known = self._known(text)
        if known is None:
            self.draft.add_fact(Fact(Named(bare(text), text, span), "number"))
        return Ref(known or bare(text))

    def _known(self, text: str) -> str | None:
        """The key of the fact or quantity of that name, inflection apart; a part of a name is no name."""
        things: list[Thing] = [*self.draft.facts.values(), *self.draft.quantities.values()]
        key = bare(text)
        exact = (one.name.key for one in things if key in {name.key for name in (one.name, *one.aliases)})
        alike = [one.name.key for one in things if stems(one.name.key) == stems(text)]
        return next(exact, alike[0] if len(alike) == 1 else None)

    # -- over records

    def _measure(self, measure: Measure) -> Ref:
        self.draft.measures.setdefault(measure.key, measure)
        span = measure.span or self.draft.document.source.span(0, 0)
        shown = Named(bare(measure.text), measure.text, span)
        aliases = (shown,) if shown.key != measure.key else ()
        self.draft.add_fact(Fact(Named(measure.key, measure.text, span), "number", aliases=aliases))
        return Ref(measure.key)

    def _over(self, over: Over, node: Node) -> Expression | None:
        """A function over a field or over records; None where the argument is a number already."""
        if node.name in {"distinct", "filtered", "all"}:
            return self._population(node, over)
        if node.name != "phrase" or bare(words_of(node)) in self.symbols:
            return None
        text, span = words_of(node), self._span(node)
        if self._are_records(text):
            return self._measure(Measure(bare(text), text, "count", span=span)) if over == "count" else None
        field = self._field(text)
        if field is None:
            return None
        if over == "count":
            return self._count(field, text, span)
        if over == "mean":
            whole = self._measure(Measure(bare(text), text, "sum", field.name, span=span))
            told = Filter(field.name, "≠", None)
            count = self._measure(Measure(bare(f"{text} told"), f"{text} told", "count", where=(told,), span=span))
            return Call("/", (whole, count))
        return self._measure(Measure(self._key(over, text), f"{over} of {text}", over, field.name, span=span))

    def _count(self, field: Field, text: str, span: Span) -> Expression:
        test = Filter(field.name, "=", True) if field.kind == "truth" else Filter(field.name, "≠", None)
        return self._measure(Measure(bare(text), text, "count", where=(test,), span=span))

    def _key(self, over: Over, text: str) -> str:
        return bare(text) if over == "sum" else bare(f"{over} of {text}")

    def _filtered(self, node: Node) -> Expression:
        field = self._field(words_of(node.nodes[0]))
        if field is not None and field.kind in _NUMERIC:
            raise NotRead(f"`{self._text(node)}` may be its sum, its mean or how many there are; say which, as in `sum(…)`")
        return self._population(node, "count")

    def _all(self, node: Node) -> Expression:
        return self._population(node, "count")

    def _distinct(self, node: Node) -> Expression:
        return self._population(node, "distinct")

    def _population(self, node: Node, over: Over) -> Expression:
        text, span = self._text(node), self._span(node)
        thing = words_of(node.nodes[0])
        where = tuple(self._test(test) for test in node.nodes[1].nodes) if len(node.nodes) > 1 else ()
        over = "distinct" if node.name == "distinct" else over
        if self._are_records(thing) and over == "count":
            said = text if where else thing
            return self._measure(Measure(bare(said), said, "count", where=where, span=span))
        if node.name == "all" and (field := self._field(text)) is not None:
            found = Measure(bare(text), text, "sum", field.name, unit=bare(thing), span=span)
            return self._measure(found)
        field = self._field(thing)
        if field is not None and over == "mean":
            told = Filter(field.name, "≠", None)
            parts = (
                Measure(bare(f"sum {text}"), f"sum of {text}", "sum", field.name, where, span=span),
                Measure(bare(f"count {text}"), f"count of {text}", "count", "", (*where, told), span=span),
            )
            return Call("/", tuple(map(self._measure, parts)))
        if field is not None and (over != "count" or where):
            return self._measure(Measure(bare(f"{over} {text}"), text, over, field.name, where, span=span))
        if over == "count":
            return self._measure(Measure(bare(text), text, "count", where=where, unit=bare(thing), span=span))
        raise NotRead(f"`{thing}` is no field of the records")

    def _test(self, node: Node) -> Filter:
        field = self._field(words_of(node.nodes[0])) if node.nodes[0].name == "phrase" else None
        relation = next((RELATIONS[part.tokens[0].type] for part in node.nodes if part.name == "relation"), "=")
        if node.name in {"truth", "untruth"}:
            if field is None or field.kind != "truth":
                raise NotRead(f"`{words_of(node.nodes[0])}` is no field that is true or false")
            return Filter(field.name, "=", node.name == "truth")
        if node.name == "is":
            return self._is(node, field, relation)
        phrase = next(part for part in node.nodes if part.name == "phrase")
        amount = _amount(next(token for token in node.tokens if token.type == "NUMBER"))
        found = self._field(words_of(phrase))
        if found is not None and found.kind not in _NUMERIC:
            raise NotRead(f"`{found.name}` takes {found.takes}, and is compared with a number")
        return Filter(found.name if found else bare(words_of(phrase)), relation, amount)

    def _is(self, node: Node, field: Field | None, relation: str) -> Filter:
        named = [words_of(part) for part in node.nodes if part.name == "phrase"]
        if field is None:
            raise NotRead(f"`{named[0]}` is no field of the records")
        if field.kind not in _WORDED or relation not in {"=", "≠"}:
            raise NotRead(f"`{field.name}` takes {field.takes}, and is compared with `{named[1]}`")
        return Filter(field.name, relation, self._constant(field, named[1]))

    def _constant(self, field: Field, text: str) -> Scalar:
        if field.kind == "truth":
            words = self.draft.grammar.words
            yes, no = {*words.keywords["GIVEN"], *words.verdicts["POLAR_YES"]}, {*words.headers["OFF"], *words.keywords["MISSING"]}
            if bare(text) not in yes | no:
                raise NotRead(f"`{text}` is neither true nor false, as `{field.name}` is")
            return bare(text) in yes
        if field.values:
            value = next((value for value in field.values if bare(value) == bare(text)), None)
            if value is None:
                raise NotRead(f"`{text}` is no value of `{field.name}`")
            return value
        return text

    # -- places

    def _span(self, node: Node) -> Span:
        found = list(_tokens(node))
        return self.draft.document.source.span(found[0].start, found[-1].end)

    def _text(self, node: Node) -> str:
        return " ".join(self._span(node).text.replace("`", "").replace("**", "").split())


def _phrases(tree: Node | None) -> Iterator[str]:
    yield from phrases(tree) if tree is not None else ()


def _tokens(node: Node) -> Iterator[Token]:
    for part in node.parts:
        yield from _tokens(part) if isinstance(part, Node) else (part,)


def _amount(token: Token) -> Decimal:
    found = number(token.text)
    if found is None:
        raise NotRead(f"`{token.text}` is no number")
    return found
