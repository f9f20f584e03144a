"""The walk through a shell text: every command that it may run, in the scope it runs in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from harnessy.guard.command import Command, Input, behind_target, quoted_end
from harnessy.guard.command import redirects as redirects_of
from harnessy.guard.echo import echoed
from harnessy.guard.expand import Alternatives, Expander, Scope
from harnessy.guard.model import HOLE
from harnessy.guard.names import same_path
from harnessy.guard.parser import Node, parse
from harnessy.guard.standing import in_other_order, place_told, went

_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
_LOOPS = frozenset({"for_statement", "c_style_for_statement", "while_statement"})
_BRANCHES = frozenset({"if_statement", "elif_clause", "else_clause", "case_statement", "case_item"})
_PLAIN = frozenset({"program", "compound_statement", "do_group", "negated_command", "list", *_BRANCHES})
_STATEMENTS = _SUBSTITUTIONS | _PLAIN | _LOOPS | {"subshell", "pipeline", "command", "redirected_statement"}
_READS = frozenset({"<", "<<<", "<<", "<<-", "<&", "<&-"})
_APPENDS = frozenset({">>", "&>>"})
_TICKS = re.compile(r"(?<!\\)`((?:[^`\\]|\\.)*)`", re.DOTALL)
_NAMES, _MARK, _PROMPT = r"[A-Za-z_]\w*", "END-OF-EVALUATED", "@P}"
_COMPARES = r"(?:^|\s)-(?:v|R|eq|ne|lt|le|gt|ge)\s"
_MOST_COMMANDS, _DEEPEST, LONGEST = 2000, 8, 65536


class Walker:
    """Walks a text and hands each command to `run`, each file written to `write`, what is not known to `doubt`."""

    def __init__(
        self,
        run: Callable[[Command], None],
        write: Callable[[str, Scope, tuple[int, ...]], None],
        doubt: Callable[[str], None],
        *,
        prints: Callable[[tuple[str, ...]], str | None],
        set_by: Callable[[str], bool],
        stands: Callable[[str, Scope], str | None],
    ) -> None:
        self.run, self.write, self.doubt, self.prints, self.set_by, self.stands = run, write, doubt, prints, set_by, stands
        self.commands, self.steps = 0, 0
        self.trail: tuple[int, ...] = ()
        self.depth, self.unsure, self.looping, self.chained = 0, 0, 0, 0
        self.calling: tuple[tuple[int, tuple[str, ...]], ...] = ()
        self._more = dict[int, list[Node]]()

    def text(self, text: str, scope: Scope, where: int = 0) -> None:
        """Walk a text. What cannot be parsed, or is too long, is a doubt."""
        if len(text) > LONGEST:
            self.doubt("the command is too long to be read")
            return
        if self.depth >= _DEEPEST:
            self.doubt("commands stand in commands too deep to be read")
            return
        self.depth, trail = self.depth + 1, self.trail
        self.trail = (*trail, where)
        for reading in dict.fromkeys((text, text.replace("\\\n", ""))):
            root = parse(reading)
            if root.has_error and (turned := in_other_order(reading)) != reading:
                root = parse(turned)
            if root.has_error:
                self.doubt("the command is no shell that can be parsed")
            self.statement(root, scope)
        for body, inner in list(self._uncalled(scope)):
            self.statement(body, inner)
        self.depth, self.trail = self.depth - 1, trail

    def _uncalled(self, scope: Scope) -> Iterator[tuple[Node, Scope]]:
        """The bodies of functions that no line calls: something else may."""
        for name, bodies in list(scope.functions.items()):
            scope.functions[name] = tuple((body, True) for body, _ in bodies)
            yield from ((body, scope.copy()) for body, called in bodies if not called)

    def call(self, name: str, command: Command) -> None:
        """Run a function with its arguments."""
        bodies = command.scope.functions[name]
        command.scope.functions[name] = tuple((body, True) for body, _ in bodies)
        outer, trail = command.scope.arguments, self.trail
        for body, _ in bodies:
            call = (body.id, command.words[1:])
            if call in self.calling:
                continue
            if len(self.calling) > _DEEPEST:
                self.doubt(f"`{name}` calls itself again and again")
                continue
            command.scope.arguments, self.calling, self.trail = command.words[1:], (*self.calling, call), command.where
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
            self._each(node.named_children, scope.copy(), Input(HOLE) if node.text.startswith(b">(") else given)
        elif kind == "comment":
            return
        else:
            reader = getattr(self, f"_{kind}", None)
            if reader is not None:
                reader(node, scope, given)
            else:
                self._worked_out(node, scope)
                self._nested(node, scope)

    def _each(self, nodes: Iterable[Node], scope: Scope, given: Input) -> None:
        for node in nodes:
            self.statement(node, scope, given)

    def _block(self, node: Node, scope: Scope, given: Input) -> None:
        """Children in order; behind `&&` and `||`, and in a branch, nothing is sure to run."""
        if node.text.startswith(b"(("):
            self.evaluated(node.text.decode(), scope, node.start_byte)
        operators = {child.type for child in node.children if not child.is_named}
        outer = self.chained
        if node.type == "list" and operators == {"&&"} and not outer:
            self.chained = node.id
        for index, child in enumerate(node.named_children):
            loose = node.type in _BRANCHES or (index > 0 and operators & {"&&", "||"})
            self.unsure += bool(loose)
            self.statement(child, scope, given)
            self.unsure -= bool(loose)
        self.chained = outer

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
        name, old = node.child_by_field_name("name").text.decode(), scope.functions
        if not self.unsure:
            for body in [body for body, called in old.get(name, ()) if not called]:
                self.statement(body, scope.copy())
        old[name] = (*(old.get(name, ()) if self.unsure else ()), (node.child_by_field_name("body"), False))

    def _variable_assignment(self, node: Node, scope: Scope, given: Input) -> None:
        del given
        self._nested(node, scope)
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        texts = [" ".join(words) for words in self._words(value, scope)] if value is not None else [""]
        if name.type != "variable_name" or (value is not None and value.type == "array") or b"+=" in node.text:
            name, texts = name if name.type == "variable_name" else name.named_children[0], [HOLE]
        scope.assign(name.text.decode(), texts, sure=not self.unsure)
        if self.set_by(name.text.decode()):
            self._setting(node, scope)

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
                self._declared(child, scope)
        if any(child.type == "word" and re.fullmatch(rb"-\w*n\w*", child.text) for child in node.named_children):
            for name in re.findall(rb"(\w+)=", node.text):
                scope.assign(name.decode(), [HOLE], sure=True)

    def _declared(self, node: Node, scope: Scope) -> None:
        """`declare "NAME=VALUE"`: a word in quotes sets as well."""
        for word in (word for words in self._words(node, scope) for word in words):
            name, equals, value = word.partition("=")
            if "[" in name:
                self.evaluated(name, scope, node.start_byte)
            if equals and name.isidentifier():
                scope.assign(name, [value], sure=not self.unsure)
                self.run(self._made((f"{name}=", value), Input(), scope, node))

    def _unset_command(self, node: Node, scope: Scope, given: Input) -> None:
        del given
        self._nested(node, scope)
        for word in (word for child in node.named_children for words in self._words(child, scope) for word in words):
            if "[" in word:
                self.evaluated(word, scope, node.start_byte)

    def _setting(self, node: Node, scope: Scope) -> None:
        """A setting that other programs see may hold a command for them to run."""
        value = node.child_by_field_name("value")
        for words in self._words(value, scope) if value is not None else []:
            self.run(self._made((f"{node.child_by_field_name('name').text.decode()}=", *words), Input(), scope, node))

    # -- what the shell works out once more

    def evaluated(self, text: str, scope: Scope, where: int) -> None:
        """A text that the shell works out as arithmetic: substitutions in it run, and those in the variables that it names."""
        values = [value for name in re.findall(_NAMES, text) for value in scope.values.get(name, ())]
        for one in (text, *values):
            if "$(" in one or "`" in one:
                self.text(f"cat <<{_MARK}\n{one}\n{_MARK}\n", scope.copy(), where)

    def _worked_out(self, node: Node, scope: Scope) -> None:
        """The parts of words and tests that are worked out once more: arithmetic, subscripts, prompts."""
        text = node.text.decode()
        if node.type == "arithmetic_expansion" or (node.type in {"expansion", "subscript"} and ("[" in text or ":" in text)):
            self.evaluated(text, scope, node.start_byte)
        elif node.type == "expansion" and text.endswith(_PROMPT):
            for value in scope.value(text[2 : -len(_PROMPT)]):
                if value == HOLE:
                    self.doubt(f"what `{text}` runs is not known before it runs")
                self.evaluated(value, scope, node.start_byte)
        elif node.type in {"unary_expression", "binary_expression"} and re.search(_COMPARES, text):
            self.evaluated(text, scope, node.start_byte)

    # -- commands

    def _redirected_statement(self, node: Node, scope: Scope, given: Input) -> None:
        """A redirection behind a list is one of its last command."""
        body, loose = node.child_by_field_name("body"), 0
        while body is not None and body.type == "list":
            for child in body.named_children[:-1]:
                self.statement(child, scope, given)
            body, loose = body.named_children[-1], loose + 1
        self.unsure += loose
        self._redirected(node, body, scope, given)
        self.unsure -= loose

    def _redirected(self, node: Node, body: Node | None, scope: Scope, given: Input) -> None:
        redirects = list(redirects_of(node))
        for redirect in redirects:
            given = self._fed(redirect, scope) or given
            self._substituted(redirect, scope)
        written = [path for redirect in redirects for path in self._written(redirect, scope)]
        if body is None:
            return
        self._more[body.id] = [
            *(child for redirect in redirects for child in redirect.children_by_field_name("argument")), *behind_target(node),
        ]
        self.statement(body, scope, given)
        printed = self._printed(body, scope, given)
        text = printed.text if printed.text is not None else HOLE
        added = any(child.type in _APPENDS for redirect in redirects for child in redirect.children)
        for path in map(same_path, written):
            scope.files[path] = (scope.files.get(path) or self.stands(path, scope) or "") + text if added else text
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
        scope = self._on_path(node, scope)
        for words in self._argv(node, scope):
            self.run(self._made(words, given, scope, node))

    def _on_path(self, node: Node, scope: Scope) -> Scope:
        """The scope of a command that has a path of its own."""
        given = [child for child in node.named_children if child.type == "variable_assignment" and child.text.startswith(b"PATH=")]
        if not given:
            return scope
        scope = scope.copy()
        self._variable_assignment(given[0], scope, Input())
        return scope

    def _made(self, words: tuple[str, ...], given: Input, scope: Scope, node: Node) -> Command:
        return Command(words, given, scope, (*self.trail, node.start_byte), bool(self.looping))

    def _argv(self, node: Node, scope: Scope) -> Alternatives:
        name = node.child_by_field_name("name")
        if name is None:
            return []
        here = node.children_by_field_name("argument")
        return self._expander(scope).line([name, *here, *self._more.get(node.id, ()), *behind_target(node)])

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
                self._worked_out(child, scope)
                self._nested(child, scope)

    def _substituted(self, redirect: Node, scope: Scope) -> None:
        """What a redirection runs to know its text. A heredoc whose end is quoted runs nothing."""
        if redirect.type != "heredoc_redirect":
            self._nested(redirect, scope)
            return
        for child in redirect.named_children if not quoted_end(redirect) else ():
            if child.type == "heredoc_body":
                self._nested(child, scope)
                for found in _TICKS.finditer(child.text.decode()):
                    self.text(found[1], scope.copy(), child.start_byte + found.start())

    # -- what is read, written and printed

    def _fed(self, redirect: Node, scope: Scope) -> Input | None:
        if redirect.type == "heredoc_redirect":
            body = next((child for child in redirect.named_children if child.type == "heredoc_body"), None)
            return Input(self._body(body, scope, quoted=quoted_end(redirect)) if body is not None else "")
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
        if len(inner) == 1 and [child.type for child in inner[0].children] == ["command", "&&", "command"]:
            lines = [self._argv(child, scope) for child in inner[0].named_children]
            place = went([found[0] for found in lines]) if all(len(found) == 1 for found in lines) else None
            return (HOLE if place is None else scope.beyond(place),)
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
        if lines[0][0] in scope.functions or lines[0][0] in scope.aliases:
            return Input(HOLE, lines[0][1:])
        told = self.prints(lines[0])
        told = place_told(lines[0], scope.folder) if told is None else told
        return Input(echoed(lines[0], given.text) if told is None else told, lines[0][1:], lines[0][0])
