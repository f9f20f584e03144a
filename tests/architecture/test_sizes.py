"""Small parts: modules, functions, arguments and nesting stay within the sizes that a reader can hold."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MODULE_LINES = 400
FUNCTION_LINES = 60
POSITIONAL_ARGUMENTS = 5
NESTING = 3

Function = ast.FunctionDef | ast.AsyncFunctionDef
Modules = dict[str, ast.Module]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.Match)


class Named(NamedTuple):
    """A function or class, where it stands, and whether it is part of what its module offers."""

    place: str
    node: Function | ast.ClassDef
    public: bool


def named(path: str, node: ast.AST, public: bool = True) -> Iterator[Named]:
    """Every function and class below a node; what stands in a function or below a private name is not public."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            shown = public and not child.name.startswith("_")
            yield Named(f"{path}:{child.lineno} {child.name}", child, shown)
            yield from named(path, child, shown and isinstance(child, ast.ClassDef))
        else:
            yield from named(path, child, public)


def functions(modules: Modules) -> Iterator[tuple[str, Function]]:
    for path, tree in modules.items():
        for one in named(path, tree):
            if isinstance(one.node, FUNCTIONS):
                yield one.place, one.node


def positional(function: Function) -> int:
    """The arguments that may be given by place, without the object of a method."""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return len(names[1:] if names[:1] in (["self"], ["cls"]) else names)


def depth(node: ast.AST) -> int:
    """The deepest nesting of blocks below a node; an `elif` is no deeper than its `if`."""
    return max((nested(child) for child in ast.iter_child_nodes(node)), default=0)


def nested(node: ast.AST) -> int:
    """The depth that a node adds, itself counted when it is a block."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
        return 0
    if isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        body = max(map(nested, node.body))
        return max(1 + body, nested(node.orelse[0]))
    return depth(node) + isinstance(node, BLOCKS)


def test_modules_are_short(checkout: Path, modules: Modules) -> None:
    sizes = {path: len((checkout / path).read_text("utf-8").splitlines()) for path in modules}
    assert {path: size for path, size in sizes.items() if size > MODULE_LINES} == {}


def test_functions_are_short(modules: Modules) -> None:
    sizes = {place: (node.end_lineno or node.lineno) - node.lineno + 1 for place, node in functions(modules)}
    assert {place: size for place, size in sizes.items() if size > FUNCTION_LINES} == {}


def test_functions_take_few_arguments_by_place(modules: Modules) -> None:
    counts = {place: positional(node) for place, node in functions(modules)}
    assert {place: count for place, count in counts.items() if count > POSITIONAL_ARGUMENTS} == {}


def test_blocks_nest_little(modules: Modules) -> None:
    depths = {place: depth(node) for place, node in functions(modules)}
    assert {place: levels for place, levels in depths.items() if levels > NESTING} == {}


def test_depth_counts_blocks_and_not_elif() -> None:
    chain = "def f():\n if a:\n  pass\n elif b:\n  for x in y:\n   pass\n elif c:\n  pass"
    ladder = "def f():\n with a:\n  try:\n   pass\n  except E:\n   while b:\n    if c:\n     pass"
    assert [depth(ast.parse(text).body[0]) for text in (chain, ladder)] == [2, 4]


def test_public_names_and_modules_say_what_they_are(modules: Modules) -> None:
    silent = [path for path, tree in modules.items() if not ast.get_docstring(tree)]
    for path, tree in modules.items():
        silent.extend(one.place for one in named(path, tree) if one.public and not ast.get_docstring(one.node))
    assert silent == []


def test_no_module_is_a_drawer_for_odds_and_ends(modules: Modules) -> None:
    drawers = {"util", "utils", "helpers", "misc", "common"}
    assert [path for path in modules if drawers & {Path(path).stem, *Path(path).parts}] == []
