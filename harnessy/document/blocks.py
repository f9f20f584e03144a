"""Blocks as markdown-it finds them, each with its exact place; the only module that knows markdown-it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from harnessy.document.cells import trimmed

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

    Rule = Callable[[StateBlock, int, int, bool], bool]

Kind = Literal["document", "heading", "paragraph", "quote", "list", "item", "table", "row", "code", "html", "break"]

MAX_NESTING = 60
"""Quotes, lists and items that may stand in one another; below that markdown-it would drop the text."""

_CONTAINERS: dict[str, Kind] = {
    "blockquote_open": "quote",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "item",
    "table_open": "table",
    "tr_open": "row",
}
_LEAVES: dict[str, Kind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "break",
}
_ENDS = {name.replace("_open", "_close") for name in _CONTAINERS}
_NESTING_RULES = {"blockquote", "list"}


@dataclass(slots=True)
class Node:
    """A block: `start` is its first character behind marks of quotes around it, `end` the end of its last line.

    `body` holds the words of a heading or paragraph, or the lines of code; `number` the level of a heading or the first
    number of an ordered list.
    """

    kind: Kind
    start: int
    end: int
    body: tuple[int, int] = (0, 0)
    number: int | None = None
    info: str = ""
    children: list[Node] = field(default_factory=list)


def blocks(text: str) -> tuple[list[Node], list[int]]:
    """The blocks of a text, and the places at which something is nested too deep to be read as more than words."""
    reader, too_deep = _reader(), list[int]()
    tokens = reader.block.parse(text if text.endswith("\n") else text + "\n", reader, {"deep": too_deep}, [])
    return _tree(text, tokens or []).children, sorted(set(too_deep))


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    rules = reader.block.ruler
    for rule in list(rules.__rules__):
        wrapped = _bounded(rule.fn) if rule.name in _NESTING_RULES else rule.fn
        rules.at(rule.name, _placed(wrapped), {"alt": rule.alt})
    return reader


def _bounded(rule: Rule) -> Rule:
    """A rule that leaves what is nested too deep to the rules after it, so that its words are kept."""

    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if state.level + 2 < MAX_NESTING:
            return rule(state, start, end, silent)
        if rule(state, start, end, True):
            state.env["deep"].append(state.bMarks[start] + state.tShift[start])
        return False

    return bounded


def _placed(rule: Rule) -> Rule:
    """A rule that also notes where its tokens stand; only while it runs does the state know the marks around them."""

    def placed(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        before = len(state.tokens)
        found = rule(state, start, end, silent)
        if found and not silent:
            for token in state.tokens[before:]:
                if token.map and not token.meta and token.type != "inline":
                    token.meta = _place(state, token, *token.map)
        return found

    return placed


def _place(state: StateBlock, token: Token, first: int, after: int) -> dict[str, Any]:
    start, end = state.bMarks[first] + state.tShift[first], state.eMarks[after - 1]
    body = start, end
    if token.type == "fence":
        lines = token.content.count("\n")
        body = (state.bMarks[first + 1], state.eMarks[first + lines]) if lines else (state.eMarks[first],) * 2
    elif token.type == "heading_open" and token.markup in {"=", "-"}:
        body = start, state.eMarks[after - 2]
    return {"start": start, "end": end, "body": body}


def _tree(text: str, tokens: list[Token]) -> Node:
    root = Node("document", 0, len(text))
    stack = [root]
    for token in tokens:
        if token.type in _ENDS:
            stack.pop()
            continue
        kind = _CONTAINERS.get(token.type) or _LEAVES.get(token.type)
        if kind is None:
            continue
        node = _node(text, kind, token)
        stack[-1].children.append(node)
        if token.type in _CONTAINERS:
            stack.append(node)
    return root


def _node(text: str, kind: Kind, token: Token) -> Node:
    node = Node(kind, token.meta["start"], min(token.meta["end"], len(text)), token.meta["body"])
    if kind == "heading":
        node.number = int(token.tag[1:])
        node.body = _heading_words(text, node, token.markup)
    elif kind == "paragraph":
        node.body = trimmed(text, node.start, node.end)
    elif kind == "list" and token.type == "ordered_list_open":
        node.number = int((token.attrs or {}).get("start", 1))
    elif token.type == "fence":
        node.info = next(iter(token.info.split()), "")
    elif token.type == "code_block":
        node.start = _with_indent(text, node.start)
        node.body = node.start, node.end
    return node


def _heading_words(text: str, node: Node, mark: str) -> tuple[int, int]:
    if not mark.startswith("#"):
        return trimmed(text, *node.body)
    start, end = trimmed(text, node.start + len(mark), node.end)
    bare = text[start:end].rstrip("#")
    if not bare or bare[-1] in " \t":
        return trimmed(text, start, start + len(bare))
    return start, end


def _with_indent(text: str, start: int) -> int:
    line = text.rfind("\n", 0, start) + 1
    return line + len(text[line:start].rstrip(" \t"))
