"""What is said of everything that passes the limits of a section: `Runs exceeding budget: mark as X, capture Y`."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Act, Compare, Rule
from harnessy.rulebook.names import stems
from harnessy.rulebook.policy import Sentence, acts_of, aside, declare, fact, rule


def read(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """The rules of such a sentence; each limit of its section on what it names gets the acts. Raises NotRead."""
    if parsed is None or parsed.name != "exceeding":
        return None
    colon = next(index for index, token in enumerate(sentence.body) if token.type == "COLON")
    acts = acts_of(draft, sentence.body[colon + 1 :])
    who, passing = parsed.of("NP")[0], parsed.of("EXCEEDS")[0]
    if not acts or sentence.rest:
        raise NotRead("what follows is no plain act")
    head = sentence.span.cut(who.start, sentence.body[colon - 1].end)
    passed = sentence.span.cut(passing.start, head.end)
    unread = aside(sentence.notes)
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    truth = fact(draft, passed.text, passed, "truth")
    key = declare(draft, named(head.text, head))
    _extend(draft, own, (who.text, passed.text), acts)
    when = Compare(truth, "=", (True,), passed)
    return [rule(draft, key, when, acts, own)]


def _extend(draft: Draft, sentence: Sentence, said: tuple[str, str], acts: tuple[Act, ...]) -> None:
    """Give the limits of the section what follows, where nothing else does."""
    who, passed = said
    passing = {
        rule.target
        for rule in draft.rules
        if rule.family == "exceeded"
        and rule.trail == sentence.place.section.words
        and stems(who) <= stems(draft.subjects[rule.target].name.text)
    }
    for index, limit in enumerate(draft.rules):
        if limit.target in passing:
            over = limit.family == "exceeded"
            draft.rules[index] = replace(
                limit,
                family="policy",
                acts=acts if over else (),
                states=(*limit.states, (passed, over)),
                why=(*limit.why, sentence.span),
                unread=(*limit.unread, *sentence.place.unread),
            )
