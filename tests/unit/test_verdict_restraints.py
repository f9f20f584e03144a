"""A metric says keep only where no other words of its page may be about that: whatever may be keeps it from going."""

import pytest

from harnessy import api
from harnessy.decision import Decision
from harnessy.rulebook.model import EVERYTHING

PAGE = """\
# Bakery

{above}

## Measure

{over}

```
G = b^0.5 · (1-w)^0.5
```

Where:

- **b** = share that is brown
- **w** = waste

### Outcome

{inside}

- ΔG > 0.1 → KEEP (gain shown)
- ΔG < -0.1 → REVERT (loss shown)
- |ΔG| ≤ 0.1 → KEEP (within noise, no loss)

## Vetoes

{vetoes}

- **Burnt share**: must be at most 10%
- If any veto fails → revert immediately

## House rules

{beside}
"""
PLACES = ("above", "over", "inside", "vetoes", "beside")
FACTS = {"ΔG": "0.2", "Burnt share": "0"}

RESTRICTING = """\
Pause the loop while Olga is away.
No recipe is kept without the baker's look.
Keep nothing in August.
Do not keep anything on Fridays.
Never keep a recipe overnight.
A person keeps or reverts every recipe.
Only Olga keeps a recipe.
Ask Olga before keeping one.
Keeping waits for a person.
Every keep needs a human's sign-off.
Keep only when Olga agrees.
Changes are kept only after a tasting.
Keeps are on hold.
Keep is disabled.
Keep (with Olga's consent).
KEEP means: propose it to Olga.
Keep: only if a person confirms.
Freeze: no keeps until March.
At most 3 keeps a day.
Do not ship in August.
Olga decides.
Decisions are made by people.
Agents never decide alone.
Leave the decision to Olga.
A change is approved by Olga.
Improvements wait for a person.
All changes need approval.
Changes to the oven go to Olga.
Oven changes: Olga
Any change to the oven is reverted.
Without Olga, revert.
When in doubt, revert.
If Olga is away: revert.
If the records are older than a week → revert.
For now, every candidate is reverted.
Until March, revert.
These thresholds are suspended.
The thresholds below are a draft.
The measure is not in force.
The score is only a hint.
Treat the score as a hint.
The numbers are a recommendation.
Trial run until March: nothing here is live.
Under discussion.
Work in progress.
Human review is required.
Two people confirm.
Suspicious jumps are looked at by a person.
Every batch is tasted by Olga first.
Everything waits for Olga in August.
Agents do nothing on Sundays.
Only on weekdays.
Weekdays only.
Not on Fridays.
Except in August.
Applies from March.
Mode: advisory
Reviewer: Olga
Active: false
Records must be complete.
Fewer than ten records say nothing.
In August the limit is 0.
OTHER.md outranks this page.
Olga has a veto.
Olga signs off on each loaf.
Olga first.
Mode: dry run
The loop is paused.
Code freeze.
Freeze in effect.
Do not act.
Never act alone.
CI green is required.
Raise the threshold to 0.3.
The threshold is wrong.
This is for illustration.
Moved to NEW.md.
Exempt: the oven
Confirmed by a second run.
"""
EVERYWHERE = (
    "Keep nothing in August.", "Changes go to Olga.", "Weekdays only.", "Burnt loaves count half.", "Weigh rye loaves double.",
    "Ignore loaves of the night shift.", "Stale loaves are burnt loaves.", "The baseline is the last Sunday.",
)  # fmt: skip

KEEP, VETO, HEADING = "- ΔG > 0.1 → KEEP (gain shown)", "- **Burnt share**: must be at most 10%", "### Outcome"
HOUSE = "## House rules\n"
EDITS = [
    (KEEP, f"{KEEP[:-1]}, once Olga has agreed)"),
    (KEEP, "- ΔG > 0.1 → KEEP (ask Olga first)"),
    (KEEP, "- ΔG > 0.1 → KEEP (on weekdays)"),
    (KEEP, "- ΔG > 0.1 → KEEP (if 10 records or more)"),
    (KEEP, "- ΔG > 0.1 → KEEP pending review"),
    (KEEP, "- ΔG > 0.1 → KEEP?"),
    (KEEP, f"{KEEP}\n  Olga tastes it."),
    (KEEP, f"{KEEP}\n  - only on weekdays"),
    (KEEP, "- In August: ΔG > 0.1 → KEEP"),
    ("- ΔG > 0.1", "After Olga's word:\n\n- ΔG > 0.1"),
    (VETO, f"{VETO} (5% in August)"),
    (VETO, f"{VETO} (unless Olga says 5%)"),
    (VETO, f"{VETO}\n- Open complaints"),
    (VETO, f"{VETO}\n- Olga's say-so"),
    (VETO, f"{VETO}. Olga tastes it."),
    (HEADING, "### Outcome (advisory)"),
    (HEADING, "### Outcome on weekdays"),
    (HEADING, "### Outcome that a person confirms"),
    (HEADING, "### Olga's outcome"),
    ("## Measure", "## Measure (draft)"),
    ("## Measure", "## Measure of the other bakery"),
    (HOUSE, f"{HOUSE}\n| Act | May an agent |\n|---|---|\n| keep a recipe | no |"),
    (HOUSE, f"{HOUSE}\n| Month | Keep |\n|---|---|\n| August | no |"),
    (HOUSE, f"{HOUSE}\n```yaml\nkeep: off\n```"),
    (HOUSE, f"{HOUSE}\n> Keep nothing in August."),
    (HOUSE, f"{HOUSE}\nNeeds approval:\n\n- keeps"),
    (HOUSE, "## Keeping\n\nOlga does it."),
    (HOUSE, "## Stop if\n\n- Olga is away"),
    (HOUSE, f"{HOUSE}\n- If b < 0.5 → ask Olga"),
]


def page(**words: str) -> str:
    return PAGE.format(**{place: words.get(place, "") for place in PLACES})


def asked(text: str) -> Decision:
    loaded = api.load_texts({"bakery.md": text})
    subject = next(one.name.text for one in loaded.rulebook.books[0].subjects.values() if one.kind == "threshold")
    return api.ask(loaded, subject, FACTS, strict=False)


def test_a_page_with_nothing_else_on_it_keeps() -> None:
    decision = asked(page(beside="Bread is good. The oven was built in Delft."))
    assert (decision.outcome, decision.effect) == ("answered", "go")


def test_each_sentence_that_may_be_about_it_stands_against_it() -> None:
    lines = RESTRICTING.splitlines()
    text = page(beside="\n\n".join(lines))
    book = api.load_texts({"bakery.md": text}).rulebook.books[0]
    against = [rule.span for rule in (*book.by_target["outcome"], *book.by_target[EVERYTHING]) if rule.family != "threshold"]
    against.extend(book.doubts[EVERYTHING])
    told = {span.source.line_text(span.line) for span in against}
    assert [line for line in lines if line not in told] == []


@pytest.mark.parametrize("sentence", EVERYWHERE)
@pytest.mark.parametrize("place", PLACES)
def test_it_keeps_it_from_going_wherever_it_stands(place: str, sentence: str) -> None:
    decision = asked(page(**{place: sentence}))
    assert decision.effect != "go"
    if not decision.missing:
        assert any(sentence.startswith(step.quote) or step.quote in sentence for step in decision.because)


@pytest.mark.parametrize(("old", "new"), EDITS, ids=[new.strip()[:50] for _, new in EDITS])
def test_so_does_a_note_an_item_a_heading_a_table(old: str, new: str) -> None:
    text = page().replace(old, new, 1)
    assert text != page()
    assert asked(text).effect != "go"


@pytest.mark.parametrize(
    ("other", "effect"),
    [
        ("# Halts\n\nNever keep a recipe.", "halt"),
        ("# Halts\n\nKeeps need approval.", None),
        ("# Halts\n\nIf an oven is broken: stop.", None),
        ("# Ovens\n\nThe oven was built in Delft.", "go"),
    ],
)
def test_other_documents_have_a_say(other: str, effect: str | None) -> None:
    loaded = api.load_texts({"bakery.md": page(), "other.md": other})
    assert api.ask(loaded, "outcome", FACTS).effect == effect


def test_what_is_known_not_to_hold_does_not_stand_against_it() -> None:
    loaded = api.load_texts({"bakery.md": page(beside="If an oven is broken: stop.")})
    waits = api.ask(loaded, "outcome", FACTS)
    assert [one.fact for one in waits.missing] == ["an oven is broken"]
    assert api.ask(loaded, "outcome", {**FACTS, "an oven is broken": "no"}).effect == "go"
    assert api.ask(loaded, "outcome", {**FACTS, "an oven is broken": "yes"}).effect == "halt"


# -- what has a condition of its own, and what restricts nothing


@pytest.mark.parametrize(
    ("beside", "lifted", "barred"),
    [
        ("Maximum heat for changes: `mild` (fierce requires approval)", {"heat": "mild"}, {"heat": "fierce"}),
        ("Never sign off a voyage.", {"sign off a voyage": "no"}, {"sign off a voyage": "yes"}),
        ("If a change burns 3 consecutive loaves: revert and notify", {"consecutive loaves": "2"}, {"consecutive loaves": "3"}),
        ("- Max crumbs per change: **4** (ask for approval above this)", {"crumbs per change": "4"}, {"crumbs per change": "5"}),
    ],
)
def test_what_holds_under_a_condition_bars_it_under_that_one(beside: str, lifted: dict[str, str], barred: dict[str, str]) -> None:
    loaded = api.load_texts({"bakery.md": page(beside=beside)})
    waits = api.ask(loaded, "outcome", FACTS)
    assert (waits.effect, bool(waits.missing)) == (None, True)
    assert api.ask(loaded, "outcome", {**FACTS, **lifted}).effect == "go"
    assert api.ask(loaded, "outcome", {**FACTS, **barred}).effect in {"hold", "halt"}


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("beside", "- Min guest approval rate: **70%** (escalate below this)"),
        ("over", "No part makes up for another."),
        ("over", "Weakness in any part drags it down — no factor can compensate for the others."),
        ("vetoes", 'These are disqualifying, not "good advice".'),
        ("vetoes", "Any breach rejects the recipe, whatever its score."),
        ("above", "> Everything else is agent-run."),
        ("above", "The hand-editable page of the bakery."),
    ],
)
def test_what_restricts_nothing_is_no_restraint(place: str, sentence: str) -> None:
    assert asked(page(**{place: sentence})).effect == "go"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("over", "No part may fall below 0.5."),
        ("over", "No part makes up for another before Olga agrees."),
        ("over", "No loaf makes up for another."),
        ("vetoes", "These are disqualifying on weekdays."),
        ("vetoes", "Any breach rejects the recipe on weekdays."),
        ("vetoes", "Any doubt rejects the recipe."),
        ("above", "> Everything else is owner-run."),
        ("above", "> Everything else is agent-run until March."),
        ("beside", "- Max approvals per day: **3** (ask above this)"),
    ],
)
def test_what_only_looks_like_that_is_one(place: str, sentence: str) -> None:
    assert asked(page(**{place: sentence})).effect != "go"


def test_that_no_part_makes_up_for_another_is_tried_on_the_formula() -> None:
    text = page(over="No part makes up for another.")
    assert asked(text.replace("b^0.5 · (1-w)^0.5", "0.5 · b + 0.5 · (1-w)")).effect != "go"


def test_a_breach_is_what_a_broken_veto_comes_to() -> None:
    loaded = api.load_texts({"bakery.md": page(vetoes="Any breach rejects the recipe, whatever its score.")})
    decision = api.ask(loaded, "outcome", {"ΔG": "0.2", "Burnt share": "0.2"})
    assert decision.effect == "halt"
    assert any(step.quote.startswith("Any breach rejects") for step in decision.because)


ITEMS = [
    "- **b**: must be ≥ 0.5, and w ≤ 0.9.",
    "- **w**: must be less than a quarter.",
    "- **b**: between 0.1 and 0.5",
    "- **w**: at least a person's look",
]


@pytest.mark.parametrize("item", ITEMS)
def test_an_item_among_the_vetoes_is_no_gloss_of_a_symbol(item: str) -> None:
    assert asked(page().replace("at most 10%\n", f"at most 10%\n{item}\n")).effect != "go"


@pytest.mark.parametrize(("share", "effect"), [("0.2", "halt"), ("0.1", "go")])
def test_a_limit_without_its_zero_is_no_whole_number(share: str, effect: str) -> None:
    loaded = api.load_texts({"bakery.md": page().replace("at most 10%", "at most .1")})
    assert api.ask(loaded, "outcome", {**FACTS, "Burnt share": share}).effect == effect


def test_a_table_of_cases_that_nothing_asks_keeps_a_verdict_from_going() -> None:
    assert asked(page(beside="| Case | Outcome |\n|---|---|\n| w ≥ 0.5 | revert |")).effect != "go"
