"""A name that one document knows to the letter is not what another works out under a word that is only alike."""

from harnessy import api, inputs
from harnessy.decision import bind, decide
from harnessy.hooks.asking import counted
from harnessy.hooks.session import Stated

PAGES = {
    "oven.md": """\
# Oven

| Fact | Kind | Stated by |
|---|---|---|
| faults | set | tool |
| accepted faults | set | human |

| Checkpoint | What it is about |
|---|---|
| Lighting | the oven |

| Checkpoint | At any time |
|---|---|
| Lighting | wait, unless the faults are contained in the accepted faults |
""",
    "crumb.md": "# Crumb\n\nThe fault is `min(seen, known)`.\n\n| Limit | Fault |\n|---|---|\n| bake | 3 |\n",
}


def test_a_fact_is_that_of_the_document_that_knows_it_to_the_letter() -> None:
    rulebook = api.load_texts(PAGES).rulebook
    assert any("fault" in book.quantities for book in rulebook.books), "or else there is nothing to mistake it for"
    stated = [inputs.Stated("faults", "a"), inputs.Stated("accepted faults", "a")]
    facts = inputs.gather(rulebook, stated, [], derived=False)
    assert set(facts.counted) == {"faults", "accepted faults"}
    question = bind(rulebook, "Lighting", facts.counted)
    assert [dict(bound) for bound in question.facts if "fault" in bound] == []
    assert decide(rulebook, question).effect != "halt"
    assert set(counted(rulebook, [Stated("faults", "a", ("tool",))])) == {"faults"}
