"""The walk through a shell text: every command that it may run, in the scope it runs in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from harnessy.guard.expand import Alternatives, Expander, Scope
from harnessy.guard.model import HOLE
from harnessy.guard.parser import Node, parse
from harnessy.guard.record import Record

_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
_LOOPS = frozenset({"for_statement", "c_style_for_statement", "while_statement"})
_BRANCHES = frozenset({"if_statement", "elif_clause", "else_clause", "case_statement", "case_item"})
_PLAIN = frozenset({"program", "compound_statement", "do_group", "negated_command", "list", *_BRANCHES})
_STATEMENTS = _SUBSTITUTIONS | _PLAIN | _LOOPS | {"subshell", "pipeline", "command", "redirected_statement"}
_READS = frozenset({"<", "<<<", "<<", "<<-", "<&", "<&-"})
_TICKS = re.compile(r"(?<!\\)`((?:[^`\\]|\\.)*)`", re.DOTALL)
_NEW_PATH = "/tmp/new"  # noqa: S108 # stands for a path that a program makes up
_MOST_COMMANDS, _DEEPEST, _LONGEST = 2000, 8, 65536


class Input(Record):
    """What a command reads: its text as far as it is known (None: nothing is fed to it), and words that may be in it."""

    text: str | None = None
    words: tuple[str, ...] = ()


class Command(Record):
    """One command with one alternative of its words, in its scope."""

    words: tuple[str, ...]
    input: Input
    scope: Scope
    where: tuple[int, ...]
    repeats: bool


class Walker:
    """Walks a text and hands each command to `run`, each file written to `write`, what is not known to `doubt`."""

    def __init__(
        self,
        run: Callable[[Command], None],
        write: Callable[[str, Scope, tuple[int, ...]], None],
        doubt: Callable[[str], None],
        *,
        fresh: Callable[[str], bool],
    ) -> None:
        self.run, self.write, self.doubt, self.fresh = run, write, doubt, fresh
        self.commands, self.steps = 0, 0
        self.trail: tuple[int, ...] = ()
        self.depth, self.unsure, self.looping = 0, 0, 0
        self.calling: tuple[int, ...] = ()
        self._more = dict[int, list[Node]]()

    def text(self, text: str, scope: Scope, where: int = 0) -> None:
        """Walk a text. What cannot be parsed, or is too long, is a doubt."""
        if len(text) > _LONGEST:
            self.doubt("the command is too long to be read")
            return
        if self.depth >= _DEEPEST:
            self.doubt("commands stand in commands too deep to be read")
            return
        self.depth, trail = self.depth + 1, self.trail
        self.trail = (*trail, where)
        for reading in dict.fromkeys((text, text.replace("\\\n", ""))):
            root = parse(reading)
            if root.has_error:
                self.doubt("the command is no shell that can be parsed")
            self.statement(root, scope)
        for body, inner in list(self._uncalled(scope)):
            self.statement(body, inner)
        self.depth, self.trail = self.depth - 1, trail

    def _uncalled(self, scope: Scope) -> Iterator[tuple[Node, Scope]]:
        """The bodies of functions that no line calls: something else may."""
        for name, (body, called) in list(scope.functions.items()):
            if not called:
                scope.functions[name] = (body, True)
                yield body, scope.copy()

    def call(self, name: str, command: Command) -> None:
        """Run a function with its arguments."""
        body = command.scope.functions[name][0]
        command.scope.functions[name] = (body, True)
        if body.id in self.calling:
            return
        outer, command.scope.arguments = command.scope.arguments, command.words[1:]
        self.calling, self.trail, trail = (*self.calling, body.id), command.where, self.trail
        self.statement(body, command.scope)
        self.calling, self.trail = self.calling[:-1], trail
        command.scope.arguments = outer

    # -- statements

    def statement(self, node: Node, scope: Scope, given: Input = Input()) -> None:  # noqa: B008 # an empty tuple
        """Walk one node. Whatever is no statement of its own is searched for substitutions."""
        kind = node.type
        if kind in _PLAIN:
            self._block(node, scope, given)
        elif kind in _LOOPS:
            self._loop(node, scope, given)
        elif kind == "command_substitution" and node.text.startswith(b"`") and b"\\" in node.text:
            self.text(re.sub(r"\\([`$\\])", r"\1", node.text.decode()[1:-1]), scope.copy(), node.start_byte)
        elif kind in {"subshell", *_SUBSTITUTIONS}:
            self._each(node.named_children, scope.copy(), given)
        elif kind == "comment":
            return
        else:
            reader = getattr(self, f"_{kind}", None)
            if reader is not None:
                reader(node, scope, given)
            else:
                self._nested(node, scope)

    def _each(self, nodes: Iterable[Node], scope: Scope, given: Input) -> None:
        for node in nodes:
            self.statement(node, scope, given)

    def _block(self, node: Node, scope: Scope, given: Input) -> None:
        """Children in order; behind `&&` and `||`, and in a branch, nothing is sure to run."""
        operators = {child.type for child in node.children if not child.is_named}
        for index, child in enumerate(node.named_children):
            loose = node.type in _BRANCHES or (index > 0 and operators & {"&&", "||"})
            self.unsure += bool(loose)
            self.statement(child, scope, given)
            self.unsure -= bool(loose)

    def _loop(self, node: Node, scope: Scope, given: Input) -> None:
        """The body twice: what the first round sets, the second may read."""
        self.unsure, self.looping = self.unsure + 1, self.looping + 1
        variable = node.child_by_field_name("variable")
        if variable is not None:
            listed = node.children_by_field_name("value")
            values = [word for child in listed for words in self._words(child, scope) for word in words]
            scope.assign(variable.text.decode(), values or [HOLE], sure=True)
        for _ in range(2):
            self._each(node.named_children, scope, given)
        self.unsure, self.looping = self.unsure - 1, self.looping - 1

    def _pipeline(self, node: Node, scope: Scope, given: Input) -> None:
        """Each stage in a subshell, fed by the one before."""
        self.unsure += 1
        for child in node.named_children:
            self.statement(child, scope.copy(), given)
            given = self._printed(child, scope)
        self.unsure -= 1

    def _function_definition(self, node: Node, scope: Scope, given: Input) -> None:
        del given
        scope.functions[node.child_by_field_name("name").text.decode()] = (node.child_by_field_name("body"), False)

    def _variable_assignment(self, node: Node, scope: Scope, given: Input) -> None:
        del given
        self._nested(node, scope)
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        texts = [" ".join(words) for words in self._words(value, scope)] if value is not None else [""]
        if name.type != "variable_name" or (value is not None and value.type == "array") or b"+=" in node.text:
            name, texts = name if name.type == "variable_name" else name.named_children[0], [HOLE]
        scope.assign(name.text.decode(), texts, sure=not self.unsure)

    def _variable_assignments(self, node: Node, scope: Scope, given: Input) -> None:
        for child in node.named_children:
            self._variable_assignment(child, scope, given)

    def _declaration_command(self, node: Node, scope: Scope, given: Input) -> None:
        for child in node.named_children:
            if child.type == "variable_assignment":
                self._variable_assignment(child, scope, given)
                self._setting(child, scope)
            else:
                self._nested(child, scope)

    def _setting(self, node: Node, scope: Scope) -> None:
        """A setting that other programs see may hold a command for them to run."""
        value = node.child_by_field_name("value")
        for words in self._words(value, scope) if value is not None else []:
            self.run(self._made((f"{node.child_by_field_name('name').text.decode()}=", *words), Input(), scope, node))

    # -- commands

    def _redirected_statement(self, node: Node, scope: Scope, given: Input) -> None:
        redirects = list(_redirects(node))
        for redirect in redirects:
            given = self._fed(redirect, scope) or given
            self._substituted(redirect, scope)
        body = node.child_by_field_name("body")
        written = [path for redirect in redirects for path in self._written(redirect, scope)]
        if body is None:
            return
        self._more[body.id] = [
            *(child for redirect in redirects for child in redirect.children_by_field_name("argument")), *_behind_target(node),
        ]
        self.statement(body, scope, given)
        printed = self._printed(body, scope, given)
        text = printed.text if printed.text is not None else HOLE
        scope.files.update({same_path(path): text for path in written})
        for redirect in redirects:
            self._behind(redirect, scope, printed)

    def _behind(self, redirect: Node, scope: Scope, printed: Input) -> None:
        """What stands on the line of a heredoc behind its mark: the rest of a pipeline or of a list."""
        if redirect.type == "heredoc_redirect":
            for child in redirect.named_children:
                if child.type not in {"heredoc_body", "heredoc_start", "heredoc_end", "file_redirect"}:
                    self.statement(child, scope, printed if child.type == "pipeline" else Input())

    def _command(self, node: Node, scope: Scope, given: Input) -> None:
        self.commands += 1
        if self.commands > _MOST_COMMANDS:
            if self.commands == _MOST_COMMANDS + 1:
                self.doubt("the command is too long to be read")
            return
        for child in node.named_children:
            if child.type == "variable_assignment":
                self._setting(child, scope)
            if child.type in {"file_redirect", "herestring_redirect", "heredoc_redirect"}:
                given = self._fed(child, scope) or given
                list(self._written(child, scope))
        self._nested(node, scope)
        for words in self._argv(node, scope):
            self.run(self._made(words, given, scope, node))

    def _made(self, words: tuple[str, ...], given: Input, scope: Scope, node: Node) -> Command:
        return Command(words, given, scope, (*self.trail, node.start_byte), bool(self.looping))

    def _argv(self, node: Node, scope: Scope) -> Alternatives:
        name = node.child_by_field_name("name")
        if name is None:
            return []
        here = node.children_by_field_name("argument")
        return self._expander(scope).line([name, *here, *self._more.get(node.id, ()), *_behind_target(node)])

    def _words(self, node: Node, scope: Scope) -> Alternatives:
        return self._expander(scope).words(node)

    def _expander(self, scope: Scope) -> Expander:
        return Expander(scope, lambda node: self._output(node, scope))

    def _nested(self, node: Node, scope: Scope) -> None:
        """The substitutions below a node, and commands in backticks that the tree does not show."""
        for child in node.named_children:
            if child.type in _STATEMENTS:
                self.statement(child, scope)
            else:
                self._nested(child, scope)

    def _substituted(self, redirect: Node, scope: Scope) -> None:
        """What a redirection runs to know its text. A heredoc whose end is quoted runs nothing."""
        if redirect.type != "heredoc_redirect":
            self._nested(redirect, scope)
            return
        for child in redirect.named_children if not _quoted(redirect) else ():
            if child.type == "heredoc_body":
                self._nested(child, scope)
                for found in _TICKS.finditer(child.text.decode()):
                    self.text(found[1], scope.copy(), child.start_byte + found.start())

    # -- what is read, written and printed

    def _fed(self, redirect: Node, scope: Scope) -> Input | None:
        if redirect.type == "heredoc_redirect":
            body = next((child for child in redirect.named_children if child.type == "heredoc_body"), None)
            return Input(self._body(body, scope, quoted=_quoted(redirect)) if body is not None else "")
        if redirect.type == "herestring_redirect":
            texts = [" ".join(words) for words in self._words(redirect.named_children[-1], scope)]
            return Input("\n".join(texts))
        if any(child.type == "<" for child in redirect.children):
            paths = [word for words in self._words(redirect.children_by_field_name("destination")[0], scope) for word in words]
            return Input(scope.files.get(same_path(paths[0]), HOLE) if paths else HOLE, tuple(paths))
        return None

    def _body(self, body: Node, scope: Scope, *, quoted: bool) -> str:
        text: str = body.text.decode()
        if quoted:
            return text
        for child in reversed(body.named_children):
            if child.type != "heredoc_content":
                start, end = child.start_byte - body.start_byte, child.end_byte - body.start_byte
                value = self._expander(scope).texts(child, quoted=True)
                text = text.encode()[:start].decode() + (value[0] if len(value) == 1 else HOLE) + text.encode()[end:].decode()
        return _TICKS.sub(HOLE, text)

    def _written(self, redirect: Node, scope: Scope) -> Iterator[str]:
        if redirect.type != "file_redirect" or any(child.type in _READS for child in redirect.children):
            return
        if any(child.type in {">&", "<>"} for child in redirect.children) and redirect.children[-1].type == "number":
            return
        for child in redirect.children_by_field_name("destination")[:1]:
            for words in self._words(child, scope):
                for word in words[:1]:
                    self.write(word, scope, (*self.trail, redirect.start_byte))
                    yield word

    def _output(self, node: Node, scope: Scope) -> tuple[str, ...]:
        """What a substitution prints, where it is one command that only prints its words."""
        inner = node.named_children
        printed = self._printed(inner[0], scope) if len(inner) == 1 else Input(HOLE)
        return (printed.text.rstrip("\n") if printed.text is not None else HOLE,)

    def _printed(self, node: Node, scope: Scope, given: Input = Input()) -> Input:  # noqa: B008 # an empty tuple
        """What a command prints, as far as it is known, and the words on its command line."""
        if node.type == "redirected_statement":
            for redirect in node.children_by_field_name("redirect"):
                given = self._fed(redirect, scope) or given
            node = node.child_by_field_name("body") or node
        if node.type != "command":
            return Input(HOLE)
        lines = self._argv(node, scope)
        if len(lines) != 1 or not lines[0]:
            return Input(HOLE, tuple(word for words in lines for word in words))
        fresh = self.fresh(lines[0][0])
        return Input(_NEW_PATH if fresh else _echoed(lines[0], given), lines[0][1:])


def _echoed(words: tuple[str, ...], given: Input) -> str:
    """What the few commands print that say what they are told."""
    program, rest = words[0].rpartition("/")[2], list(words[1:])
    if program == "echo":
        while rest and re.fullmatch(r"-[neE]+", rest[0]):
            rest.pop(0)
        return " ".join(rest).replace("\\n", "\n")
    if program == "printf" and rest:
        pattern = re.sub(r"%[a-z]", lambda found: rest.pop(1) if len(rest) > 1 else found[0], rest[0])
        return " ".join([pattern.replace("\\n", "\n"), *rest[1:]])
    if program == "cat" and not rest and given.text is not None:
        return given.text
    if program in {"which", "command"}:
        names = [word for word in rest if not word.startswith("-")]
        return names[0] if len(names) == 1 else HOLE
    return HOLE


def _redirects(node: Node) -> Iterator[Node]:
    """The redirections of a statement, and those that stand on the line of a heredoc."""
    for redirect in node.children_by_field_name("redirect"):
        yield redirect
        yield from redirect.children_by_field_name("redirect")


def _behind_target(node: Node) -> Iterator[Node]:
    """Words behind the target of a redirection: the tree counts them to it, the shell to the command."""
    for redirect in node.children:
        if redirect.type == "file_redirect":
            yield from redirect.children_by_field_name("destination")[1:]


def same_path(path: str) -> str:
    """A path without `./` in front."""
    return re.sub(r"^(?:\./+)+", "", path)


def _quoted(redirect: Node) -> bool:
    start = next((child for child in redirect.named_children if child.type == "heredoc_start"), None)
    return start is not None and any(mark in start.text for mark in (b"'", b'"', b"\\"))
