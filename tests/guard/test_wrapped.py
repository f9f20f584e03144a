"""Whatever a guarded command is wrapped in, twice over: it never reads as nothing."""

import shlex

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.guard.cases import recognised

GUARDED = (
    "git push", "gh pr merge 12", "twine upload dist/x", "git -C a push -f", "echo x > program.md", "sed -i s/a/b/ program.md",
    "git -c alias.p=push p", "gh api -X PUT repos/o/r/pulls/1/merge", "git commit --amend", "harnessy allow merge --once",
)
# {line} is the command, {word} the same as one quoted word, {ticks} the same between backticks, {code} a call in Python,
# {end} a mark.
WRAPPERS = (
    "{line}", "({line})", "{{ {line}; }}", "bash -c {word}", "sh -lc {word}", "sudo bash -c {word}", "env A=1 bash -c {word}",
    "eval {word}", "if true; then {line}; fi", "for i in 1 2; do {line}; done", "while read x; do {line}; done < f",
    "until false; do {line}; done", "f() {{ {line}; }}; f", "trap {word} EXIT", "x=$({line})", "echo `{ticks}`",
    'echo "$({line})"', "true && {line}", "false || {line}", "! {{ {line}; }}", "case x in x) {line};; esac", "cat <({line})",
    "bash <<'{end}'\n{line}\n{end}\n", "cat <<{end}\n$({line})\n{end}\n", "ssh host {word}", "timeout 5 sh -c {word}",
    "some-wrapper {word}", "xargs -I% sh -c {word}", "python3 -c {code}", "nohup sh -c {word} &", "time bash -c {word}",
    "({line}) | tee log", "{line} &", "coproc {{ {line}; }}", "cd x; {line} # done", "printf '%s' {word} | bash",
    "find . -exec sh -c {word} \\;", "watch {word}", "su - baker -c {word}", "alias a={word}", "[ -f x ] && {line}",
    "git submodule foreach {word}", "declare x=$({line})", "export A={word}; true", "select x in a; do {line}; done",
    "exec bash -c {word}", "command bash -c {word}", "builtin eval {word}", "set -e; {line}", "{line} || true",
    "{line} 2>&1 | tail -3", "{line} >/dev/null 2>&1 &", "(cd x && {line})", "if ! {line}; then echo no; fi",
    "[[ -n x ]] && {line}", "doas sh -c {word}", "setsid sh -c {word}", "stdbuf -oL sh -c {word}", "nice -n 5 sh -c {word}",
    "flock /tmp/l -c {word}", "script -qc {word} /dev/null", "parallel ::: {word}", "unbuffer sh -c {word}",
    "docker exec c sh -c {word}", "podman run i sh -c {word}", "kubectl exec p -- sh -c {word}", "tmux new -d {word}",
    "tmux send-keys {word} Enter", "screen -dm sh -c {word}", "at now <<< {word}", "echo {word} | at now",
    "systemd-run --user sh -c {word}", "sh <<< {word}", "bash < <(echo {word})", "source <(echo {word})",
    ". /dev/stdin <<< {word}", "mapfile -t a < <({line})", "read -r x < <({line})", "tee >({line}) < f",
    "xargs -0 -n1 sh -c {word}", "env -S {word}", "env -i sh -c {word}", "zsh -c {word}", "fish -c {word}",
    "busybox sh -c {word}", "chroot / sh -c {word}", "unshare sh -c {word}", "runuser -u x -- sh -c {word}",
    "nix-shell --run {word}", "poetry run sh -c {word}", "npx -c {word}", "make -f <(printf 'a:\\n\\t%s' {word})",
    "vim -c '!'{word}", "git bisect run sh -c {word}", "git rebase -x {word} main", "hyperfine {word}", "entr sh -c {word} < l",
    "PROMPT_COMMAND={word} bash -i", "node -e {code}", "for ((i=0;i<2;i++)); do {line}; done", "function g {{ {line}; }}; g",
    "trap {word} DEBUG", "x=1 y=2 bash -c {word}",
)


def wrapped(wrapper: str, line: str, end: str) -> str:
    ticks = line.replace("\\", "\\\\").replace("`", "\\`")
    code = shlex.quote(f"import os; os.system({line!r})")
    return wrapper.format(line=line, word=shlex.quote(line), ticks=ticks, code=code, end=end)


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_wrapped_command_is_never_none(wrapper: str) -> None:
    for line in GUARDED[::3]:
        assert recognised(wrapped(wrapper, line, "E1")).kind != "none", line


@settings(max_examples=120)
@given(st.sampled_from(GUARDED), st.sampled_from(WRAPPERS), st.sampled_from(WRAPPERS))
def test_a_command_wrapped_twice_is_never_none(line: str, inner: str, outer: str) -> None:
    assume(not outer.startswith("make") or ("\n" not in inner and "<(" not in inner))  # one line of sh, which has no `<(`
    text = wrapped(outer, wrapped(inner, line, "E1"), "E2")
    assert recognised(text).kind != "none"


@settings(max_examples=50)
@given(st.text(alphabet="git push\"'`$(){};&|<>\\\n=-#", max_size=40))
def test_no_text_is_an_accident(text: str) -> None:
    assert recognised(text).kind in {"none", "operations", "cannot-analyse"}
