"""Words of a command line from its syntax tree: quotes, escapes, variables and substitutions, as far as they are known.

A node expands into alternatives, each a tuple of words. What only the run will tell is a hole in a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice, product

from harnessy.guard.model import HOLE, HOLES, known
from harnessy.guard.parser import Node
from harnessy.guard.standing import folder_of, front_of

_SPLIT, _MARKS = "\ue000", "IFS"
_OPEN, _COMMA, _CLOSE = "\ue001", "\ue002", "\ue003"
_BRACES = str.maketrans("{,}", _OPEN + _COMMA + _CLOSE)
_PLAIN = str.maketrans(_OPEN + _COMMA + _CLOSE, "{,}")
_INNERMOST = f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}"
_RANGE = r"(-?\w+)\.\.(-?\w+)(?:\.\.-?\d+)?"
_MOST = 16
_BLANK = re.compile(r"[ \t\n]+")
_ESCAPED = re.compile(r"\\(.)|[{,}]", re.DOTALL)
_ESCAPES = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_NUMBERS = frozenset({"?", "#", "$", "!", "-", "RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "BASHPID", "SHLVL"})
_ALL = frozenset({"@", "*"})
_SEVERAL = frozenset({"brace_expression", "extglob_pattern", "regex"})
_CODE = frozenset({"command_substitution", "process_substitution"})

PIPES = "/dev/fd/p"

Alternatives = list[tuple[str, ...]]


class Scope:
    """What a shell knows at one place: variables with their possible texts, functions, aliases, the folder.

    `files` are those written on this line, with their text; `named` those that some program of the line may have made.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.values = dict[str, tuple[str, ...]]()
        self.functions = dict[str, tuple[tuple[Node, bool], ...]]()
        self.left = list[str]()
        self.branch: tuple[str, int] | None = None
        self.aliases = dict[str, str]()
        self.files = dict[str, str]()
        self.named = dict[str, tuple[int, ...]]()
        self.arguments: tuple[str, ...] | None = None

    def copy(self) -> Scope:
        """The same in a subshell: what is set there is gone after it."""
        made = Scope(self.folder)
        made.values, made.functions = dict(self.values), dict(self.functions)
        made.aliases, made.files, made.arguments = dict(self.aliases), self.files, self.arguments
        made.named, made.left, made.branch = self.named, list(self.left), self.branch
        return made

    def beyond(self, folder: str) -> str:
        """Where a line stands that goes to a folder from here."""
        there = self.copy()
        there.enter(folder)
        return there.folder

    def enter(self, folder: str) -> None:
        """Go to a folder."""
        relative = self.folder and not folder.startswith(("/", "~", HOLE, HOLES))
        self.folder = f"{self.folder}/{folder}" if relative else folder.replace(HOLES, HOLE)

    def assign(self, name: str, texts: Iterable[str], *, sure: bool) -> None:
        """Set a variable; where it is not sure that this line runs, the old value is possible as well."""
        old = () if sure else self.values.get(name, (HOLE,))
        distinct = tuple(dict.fromkeys((*old, *texts)))
        self.values[name] = distinct if len(distinct) <= _MOST else (HOLE,)

    def value(self, name: str) -> tuple[str, ...]:
        """The possible texts of a variable."""
        if name in self.values:
            return self.values[name]
        if name in _NUMBERS:
            return ("0",)
        if name == "PWD" and known(self.folder):
            return (self.folder or ".",)
        if name in _ALL:
            return (HOLES,) if self.arguments is None else (_SPLIT.join(self.arguments),)
        if name.isdigit() and self.arguments is not None:
            at = int(name) - 1
            return (self.arguments[at] if 0 <= at < len(self.arguments) else "",)
        return {"HOME": ("~",), "PWD": (self.folder or HOLE,)}.get(name, (HOLE,))


class Expander:
    """Expands nodes in a scope. `output` tells what a substitution prints, where that is known."""

    def __init__(self, scope: Scope, output: Callable[[Node], tuple[str, ...]]) -> None:
        self.scope = scope
        self.output = output

    def words(self, node: Node) -> Alternatives:
        """The alternatives of a node, split into words."""
        texts = [_braced(text) for text in self.texts(node, quoted=False)]
        found = [tuple(part for part in text.split(_SPLIT) if part) if _SPLIT in text else (text,) for text in texts]
        return list(dict.fromkeys(found))

    def line(self, nodes: Iterable[Node]) -> Alternatives:
        """The alternatives of several nodes in a row; beyond a few the last ones are holes."""
        made: Alternatives = [()]
        for node in nodes:
            words = self.words(node)
            if len(made) * len(words) > _MOST:
                words = [(HOLES,)]
            made = [(*before, *after) for before in made for after in words]
        return made

    def texts(self, node: Node, *, quoted: bool) -> list[str]:
        """The possible texts of a node before it is split into words."""
        reader = getattr(self, f"_{node.type}", None)
        if reader is not None:
            found: list[str] = reader(node, quoted)
            return found
        if node.type in _SEVERAL:
            return [node.text.decode().translate(_BRACES)]
        if node.type == "process_substitution":
            return [self._piped(node)]
        if node.type in _CODE:
            return self._split(self.output(node), quoted=quoted)
        if node.type in {"arithmetic_expansion", "number", "test_operator", "file_descriptor"}:
            return ["0"] if node.type == "arithmetic_expansion" else [node.text.decode()]
        return [HOLES]

    def _piped(self, node: Node) -> str:
        """The path of `<(…)`: a file that holds what is printed; that of `>(…)` is written and read by what stands in it."""
        path = f"{PIPES}{node.start_byte}.{len(node.text)}"
        if node.text.startswith(b"<"):
            self.scope.files[path] = "".join(self.output(node))
        return path

    def _word(self, node: Node, quoted: bool) -> list[str]:
        return [_ESCAPED.sub(lambda found: found[1] or (found[0] if quoted else found[0].translate(_BRACES)), node.text.decode())]

    _variable_name = _word
    _heredoc_content = _word

    def _raw_string(self, node: Node, quoted: bool) -> list[str]:
        del quoted
        return [node.text.decode()[1:-1]]

    def _ansi_c_string(self, node: Node, quoted: bool) -> list[str]:
        del quoted
        return [_ESCAPES.sub(_escaped, node.text.decode()[2:-1])]

    def _string(self, node: Node, quoted: bool) -> list[str]:
        """Text between double quotes. What stands between the parts that the tree names is text as well."""
        del quoted
        source, start = node.text, node.start_byte
        made, at = [""], start + 1
        for child in node.named_children:
            between = _unquoted(source[at - start : child.start_byte - start].decode())
            made = _joined(made, [between])
            plain = child.type == "string_content"
            made = _joined(made, [_unquoted(child.text.decode())] if plain else self.texts(child, quoted=True))
            at = child.end_byte
        return _joined(made, [_unquoted(source[at - start : -1].decode())])

    def _translated_string(self, node: Node, quoted: bool) -> list[str]:
        return self.texts(node.named_children[0], quoted=quoted)

    def _concatenation(self, node: Node, quoted: bool) -> list[str]:
        made = [""]
        for child in node.children:
            plain = child.text.decode().translate(_BRACES)
            made = _joined(made, self.texts(child, quoted=quoted) if child.is_named else [plain])
        return made

    def _command_name(self, node: Node, quoted: bool) -> list[str]:
        return self.texts(node.children[0], quoted=quoted)

    def _simple_expansion(self, node: Node, quoted: bool) -> list[str]:
        return self._variable(node.text.decode()[1:], quoted)

    def _expansion(self, node: Node, quoted: bool) -> list[str]:
        """`${x}`, and `${x:-word}` where x or the word counts; of every other form nothing is known."""
        text = node.text.decode()[2:-1].replace("BASH_SOURCE[0]", "BASH_SOURCE")
        if front_of(text):
            return [folder_of(value) if known(value) else value for value in self._variable(front_of(text), quoted)]
        if text.isidentifier() or text in _ALL or text.isdigit():
            return self._variable(text, quoted)
        name, mark, word = re.match(r"(\w*)(:?[-=]?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
        if mark[-1:] not in {"-", "="} or not mark or not name or not re.fullmatch(r"[\w./:@%+-]*", word):
            return [HOLE if quoted else HOLES]
        return [*(value for value in self._variable(name, quoted) if value), word]

    def _variable(self, name: str, quoted: bool) -> list[str]:
        found = (HOLE,) if self._split_oddly(name, quoted) else self.scope.value(name)
        return list(found) if quoted and name in _ALL else self._split(found, quoted=quoted)

    def _split_oddly(self, name: str, quoted: bool) -> bool:
        """Whether a line that sets what words are split at has a say in what comes of a variable."""
        marks = self.scope.values.get(_MARKS, ())
        return bool(marks) and (name in _ALL if quoted else any(mark.strip() for mark in marks))

    @staticmethod
    def _split(values: Iterable[str], *, quoted: bool) -> list[str]:
        """Values as a word holds them: outside of quotes they may be several words."""
        if quoted:
            return [value.replace(_SPLIT, " ").replace(HOLES, HOLE) for value in values]
        return [_BLANK.sub(_SPLIT, value).replace(HOLE, HOLES) for value in values]


def _braced(text: str) -> str:
    """Braces outside of quotes: each pair with a comma or a range makes a word of each part."""
    words = [text]
    while _OPEN in text and len(words) <= _MOST:
        found = next((match for match in (re.search(_INNERMOST, word) for word in words) if match), None)
        if found is None:
            break
        at = words.index(found.string)
        before, after = found.string[: found.start()], found.string[found.end() :]
        words[at : at + 1] = [before + part + after for part in _parts(found[1])]
    return (HOLES if len(words) > _MOST else _SPLIT.join(words)).translate(_PLAIN)


def _parts(inner: str) -> list[str]:
    if _COMMA in inner:
        return inner.split(_COMMA)
    ends = re.fullmatch(_RANGE, inner)
    if not ends:
        return [f"{{{inner}}}"]
    first, last = (int(end) if end.lstrip("-").isdigit() else ord(end) if len(end) == 1 else None for end in ends.groups())
    if first is None or last is None or abs(first - last) >= _MOST or ends[1].isdigit() != ends[2].isdigit():
        return [HOLES]
    step = 1 if last >= first else -1
    return [str(one) if ends[1].lstrip("-").isdigit() else chr(one) for one in range(first, last + step, step)]


def _joined(lefts: list[str], rights: list[str]) -> list[str]:
    made = list(islice((left + right for left, right in product(lefts, rights)), _MOST + 1))
    return made if len(made) <= _MOST else [HOLES]


def unescaped(text: str) -> str:
    """A text with its escapes read, as `printf` reads them."""
    return _ESCAPES.sub(_escaped, text)


def _unquoted(text: str) -> str:
    return re.sub(r'\\([$`"\\\n])', lambda found: "" if found[1] == "\n" else found[1], text)


def _escaped(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "xu" and len(code) > 1:
        return chr(int(code[1:], 16))
    if code[0] in "01234567":
        return chr(int(code, 8) & 0xFF)
    return _LETTERS.get(code, code)


