"""What a page says of something by a part of its name is heard, whatever else the page speaks of."""

import pytest

from harnessy import api

PAGE = """# What the desk does alone

| Fact | Kind | Values | Stated by |
|---|---|---|---|
| weather | word | `fair`, `foul` | tool |
| noted in the RA file | yes / no | | tool |

| Checkpoint | What it is about |
|---|---|
| Loan renewal | another month for a borrowed book |
| Send RA check-in | what an agreement on loans says |
| Windup | candles and shutters at the end of a day |

| Checkpoint | Verdict |
|---|---|
| Loan renewal | auto |
| Send RA check-in | auto |
| Windup | auto |

## Rules of the house

- Never burn books.
"""
HEARD = [
    ("Loan renewal", "Loans to schools always wait for Ana."),
    ("Loan renewal", "Renewals on weekends come from Ana."),
    ("Loan renewal", "Ana approves loans of maps."),
    ("Loan renewal", "Every loan is signed."),
    ("Loan renewal", "A loan that was late is shown to the keeper."),
    ("Loan renewal", "Renewing on Fridays is forbidden."),
    ("Loan renewal", "Loan reviews take place on Mondays."),
    ("Loan renewal", "Wait a day before renewing."),
    ("Send RA check-in", "Sending takes two people."),
    ("Send RA check-in", "An RA is opened by day only."),
    ("Send RA check-in", "Check-ins are given by Ana alone."),
    ("Windup", "Never wind up days that hold open questions."),
    ("Windup", "Winding up waits for the backup."),
    ("Windup", "At noon, wait an hour before you wind up."),
]
TOLD = ["Candles are snuffed by Ana.", "Shutters of customers stay open until Ana says so.", "Keep every candle for a week."]
QUIET = [
    ("Loan renewal", "Sending takes two people."),
    ("Loan renewal", "Send RA check-in is for people."),
    ("Loan renewal", "The review of May 2031 added no loan in 23 of 26 weeks."),
    ("Loan renewal", "Never loan a book to itself."),
    ("Windup", "Loans to schools always wait for Ana."),
]


def effect(subject: str, sentence: str, where: str) -> str | None:
    return api.ask(api.load_texts({"desk.md": PAGE + where.format(sentence)}), subject, {}).effect


@pytest.mark.parametrize(("subject", "sentence"), HEARD)
@pytest.mark.parametrize("where", ["- {}\n", "\n## Of the keeper\n\n{}\n"], ids=["item", "section"])
def test_a_part_of_a_name_is_heard(subject: str, sentence: str, where: str) -> None:
    assert effect(subject, sentence, where) != "go"


@pytest.mark.parametrize("sentence", TOLD)
def test_a_word_of_what_a_register_says_of_it_is_heard(sentence: str) -> None:
    where = "- Never sell candles.\n- Never sell shutters.\n- {}\n"
    assert effect("Windup", sentence, where) != "go"
    assert effect("Loan renewal", sentence, where) == "go"


@pytest.mark.parametrize(("subject", "sentence"), QUIET)
def test_a_part_of_another_name_is_not(subject: str, sentence: str) -> None:
    assert effect(subject, sentence, "- {}\n") == "go"
