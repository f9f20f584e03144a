"""The shell parser. The only home of tree-sitter, which the extra `guard` brings."""

from __future__ import annotations

from importlib.machinery import PathFinder

from harnessy.guard.record import Anything

Node = Anything  # the library tells no types of what is loaded this way
_LIBRARIES = ("tree_sitter", "tree_sitter_bash")
_MEND = "pip install 'harnessy[guard]'"
_loaded: list[Node] = []


class NoParser(Exception):
    """The shell parser is not installed. `help` is the mend."""

    def __init__(self, name: str) -> None:
        super().__init__(f"`{name}`, which reads shell commands, is not installed")
        self.help = _MEND


def _binding(name: str) -> Node:
    """The compiled part of a library, without what its package imports for other uses: that costs more than the parser."""
    package = PathFinder.find_spec(name)
    part = PathFinder.find_spec(f"{name}._binding", package.submodule_search_locations) if package else None
    if part is None or part.loader is None:
        raise NoParser(name)
    module = part.loader.create_module(part)
    if module is None:
        raise NoParser(name)
    part.loader.exec_module(module)
    return module


def parse(text: str) -> Node:
    """The root of the syntax tree of a shell text. Raises NoParser."""
    if not _loaded:
        library, language = (_binding(name) for name in _LIBRARIES)
        _loaded.append(library.Parser(library.Language(language.language())))
    return _loaded[0].parse(text.encode("utf-8", "replace")).root_node
