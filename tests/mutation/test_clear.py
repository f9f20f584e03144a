"""For policies that are clear: whatever narrows one, takes it back or says more beside it keeps it from being clear.

*Clear* permits its subject, so it stands only on what was read whole, as a go does. Each policy stands in a section of its
own of one page; what restricts is put beside each of them, in its words, and none of them may be clear after that. Most of
the fragments are not understood, and that is the point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from harnessy import api

Facts = dict[str, object]


@dataclass(frozen=True)
class Policy:
    """A sentence, what is asked of it, facts under which nothing of it stands against the asker, and what it is about."""

    text: str
    subject: str
    facts: Facts
    doing: str
    things: str
    holds: bool = field(default=False)


# What only holds is left standing by words that narrow it: where they do not apply, there is less to stand against anybody.
POLICIES = {
    "Crates": Policy("- Max open crates: **4**", "Max open crates", {"open crates": 3}, "open crates", "crates"),
    "Carts": Policy("- Max full carts: **4** (ask above this)", "Max full carts", {"full carts": 4}, "fill carts", "carts"),
    "Loads": Policy(
        "- Maximum concurrent loads: **3**", "Maximum concurrent loads", {"concurrent loads": 2}, "start loads", "loads"
    ),
    "Parcels": Policy(
        "- Process parcels labelled `fragile` in this depot.",
        "Process parcels",
        {"labelled": ["fragile"], "this depot": True},
        "process parcels",
        "parcels",
    ),
    "Vault": Policy(
        "- Never touch `vault/` files", "touch", {"path": "yard/a.md", "actor": "agent"}, "touch files", "files", holds=True
    ),
    "Crew": Policy(
        "- If a crew misses 2 consecutive tides: **pause**",
        "a crew misses 2 consecutive tides",
        {"consecutive tides": 1},
        "sail with a crew",
        "crews",
        holds=True,
    ),
    "Repairs": Policy("- Repairs are always serial", "Repairs are always serial", {"repairs": 0}, "start repairs", "repairs"),
    "Sails": Policy("- After a trip: mend 3 sails before the next trip", "the next trip", {"sails": 3}, "mend sails", "sails"),
    "Pace": Policy("- Maximum pace: `walk` (prevents `gallop`)", "Maximum pace", {"pace": "walk"}, "set the pace", "pace"),
    "Nets": Policy(
        "Continue hauling wet nets until no wet net remains", "Continue hauling wet nets", {"wet nets": 2}, "haul nets", "nets"
    ),
    "Dishes": Policy(
        "- Auto-accept new dishes when:\n  - 3+ guests agree on the dish\n  - AND the proposed menu is additive",
        "Dishes",
        {"agreeing guests": 3, "proposed menu": "additive"},
        "accept new dishes",
        "dishes",
    ),
}
EXCLUSIVE = Policy(
    "- Only edit recipes under `a/`", "edit", {"path": "a/x.md", "change": "recipe", "actor": "agent"}, "edit recipes", "recipes"
)

# What is said of the things of a policy, wherever it stands.
OF_THINGS = [
    "Never {doing} from Kew.", "Do not {doing} unless Ana agrees.", "No {things} on Sundays.",
    "{things} from Kew are off limits.",
    "{things} from Kew wait for Ana.", "Ana decides about {things} from Kew.", "Ask Ana before you {doing}.",
    "{things} are for Ana.",
    "{things}: ask", "Halve {things} in winter.", "Hands off {things} from Kew.", "Get Bob's consent for {things}.",
    "Only Bob may {doing} in winter.",
    "When it rains, {things} stop.", "Except {things} from Kew.", "### No {things}\n\nx.",
    "### Ask first\n\n- {things} from Kew", "### Never\n\n- {doing} from Kew",
    "| Thing | Rule |\n|---|---|\n| {things} from Kew | ask |",
]  # fmt: skip
# What is said beside a policy, in its section.
BESIDE = [
    "In fog: none.", "Weekdays only.", "Subject to the annex.", "Bob signs.", "A warden must be present.", "Unless Ana objects.",
    "> Ask Ana.", "### In winter\n\n- one", "| Trigger | Response |\n|---|---|\n| rain | stop |", "```text\nless in winter\n```",
]  # fmt: skip
# What is said of everything, at the top of the page.
GENERAL = [
    "All of this is suspended.", "Except on Fridays.", "Stop everything while it storms.", "If it storms, stop.",
    "Status: draft, not adopted.", "Agents may not.", "```yaml\nagents: off\n```",
]  # fmt: skip
HEADINGS = ["Proposals", "Examples", "On weekdays", "If the owner agrees", "Never"]
TITLES = ["Ideas", "Yard (draft)"]
LEADS = ["On weekdays:", "Not yet:"]
INSIDE = [
    "unless it rains", "— mostly", "; two in winter", "[^1]", "(or 1 in winter)", "and less in fog", "?", "except from Kew",
    "until June", ", never at night",
]  # fmt: skip
NARROWS = ["on weekdays", "(in summer)", "with Ana's consent", "from Kew"]


def page(edit: Callable[[Policy], str], *, top: str = "", title: str = "Yard") -> api.Loaded:
    sections = (f"## {name}\n\n{edit(policy)}\n" for name, policy in POLICIES.items())
    return api.load_texts({"page.md": f"# {title}\n\n{top}\n\n" + "\n".join(sections)})


def permitted(loaded: api.Loaded, policies: dict[str, Policy] = POLICIES) -> list[str]:
    """The policies that let their subject be done."""
    return [name for name, policy in policies.items() if permits(loaded, policy)]


def permits(loaded: api.Loaded, policy: Policy) -> bool:
    try:
        decision = api.ask(loaded, policy.subject, policy.facts)
    except api.UsageError:
        return False
    owed = decision.outcome == "answered" and decision.effect is None
    return decision.outcome == "clear" or decision.effect == "go" or owed


def worded(words: str, policy: Policy) -> str:
    said = words.format(doing=policy.doing, things=policy.things)
    return said[0].upper() + said[1:]


def test_each_policy_itself_is_clear() -> None:
    assert permitted(page(lambda policy: policy.text)) == list(POLICIES)


@pytest.mark.parametrize("words", OF_THINGS)
def test_what_is_said_of_its_things_is_heard(words: str) -> None:
    assert permitted(page(lambda policy: f"{policy.text}\n\n{worded(words, policy)}")) == []


@pytest.mark.parametrize("words", OF_THINGS[::4])
def test_what_is_said_of_its_things_elsewhere_is_heard(words: str) -> None:
    more = "\n\n".join(worded(words, policy) for policy in POLICIES.values() if policy is not POLICIES["Vault"])
    text = "\n".join(f"## {name}\n\n{policy.text}\n" for name, policy in POLICIES.items())
    loaded = api.load_texts({"page.md": f"# Yard\n\n{text}\n## More\n\n{more}\n"})
    assert set(permitted(loaded)) <= {"Vault"}


@pytest.mark.parametrize("words", BESIDE)
def test_what_nobody_reads_beside_it_is_heard(words: str) -> None:
    below = words[0] in "#>|`"
    assert permitted(page(lambda policy: "\n\n".join((policy.text, words) if below else (words, policy.text)))) == []


@pytest.mark.parametrize("words", GENERAL)
def test_what_is_said_of_everything_is_heard(words: str) -> None:
    assert permitted(page(lambda policy: policy.text, top=words)) == []


@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_restricts_is_heard(title: str) -> None:
    assert permitted(page(lambda policy: policy.text, title=title)) == []


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading_that_restricts_is_heard(heading: str) -> None:
    text = "\n\n".join(policy.text for name, policy in POLICIES.items() if name != "Dishes")
    assert permitted(api.load_texts({"page.md": f"# Yard\n\n## {heading}\n\n{text}\n"})) == []


@pytest.mark.parametrize("lead", LEADS)
def test_a_lead_in_that_restricts_is_heard(lead: str) -> None:
    assert permitted(page(lambda policy: f"{lead}\n\n- {policy.text.removeprefix('- ')}")) == []


@pytest.mark.parametrize("words", INSIDE)
def test_words_behind_it_that_nobody_reads_are_heard(words: str) -> None:
    def edited(policy: Policy) -> str:
        first, _, rest = policy.text.partition("\n")
        return policy.text if rest else f"{first.rstrip('.')} {words}"

    assert permitted(page(edited), {name: policy for name, policy in POLICIES.items() if name != "Dishes"}) == []


@pytest.mark.parametrize("words", NARROWS)
def test_words_that_narrow_what_lets_something_be_done_are_heard(words: str) -> None:
    loaded = page(lambda policy: f"{policy.text.rstrip('.')} {words}")
    apart = {"Dishes", "Nets"}
    found = permitted(loaded, {name: policy for name, policy in POLICIES.items() if not policy.holds and name not in apart})
    assert found == []
    alone = api.load_texts({"page.md": f"# Yard\n\n{EXCLUSIVE.text} {words}\n"})
    assert not permits(alone, EXCLUSIVE)


def test_quoted_policies_are_not_clear() -> None:
    assert permitted(page(lambda policy: "> " + policy.text.replace("\n", "\n> "))) == []


PARCELS: Facts = {"labelled": ["night"]}


@pytest.mark.parametrize(
    ("labels", "clear"),
    [("night and paid", False), ("`night` and `paid`", False), ("night, paid", False),
     ("night or paid", True), ("a and b or c", False)],
)
def test_all_the_labels_that_and_joins_are_wanted(labels: str, *, clear: bool) -> None:
    loaded = api.load_texts({"page.md": f"# Depot\n\nProcess parcels labelled {labels}.\n"})
    policy = Policy("", "Process parcels", PARCELS, "", "")
    assert permits(loaded, policy) is clear


@pytest.mark.parametrize(
    ("rule", "path", "clear"),
    [
        ("- Never edit files outside `ward/`", "other/x", False),
        ("- Never edit files outside `ward/`", "ward/x", True),
        ("- Never touch `vault/`\n- Never edit files outside `ward/`", "other/x", False),
        ("- Never touch `vault/`\n- Never edit files outside ward/", "other/x", False),
        ("- Never edit anything under `vault/`", "vault/x", False),
        ("- Only edit files under `ward/`", "other/x", False),
        ("- Only edit recipes under `a/` and `b/`", "b/x", True),
    ],
)
def test_a_path_rule_reads_where_a_path_lies(rule: str, path: str, *, clear: bool) -> None:
    loaded = api.load_texts({"page.md": f"# Yard\n\n{rule}\n"})
    policy = Policy("", "edit", {"path": path, "actor": "agent", "change": "recipe"}, "", "")
    assert permits(loaded, policy) is clear
