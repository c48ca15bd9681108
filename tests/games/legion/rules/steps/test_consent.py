"""What the rules do not give of themselves counts once the opponent agrees: TB-51."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.labels import plain, token
from table.games.legion.rules.model.phase_events import ConsentAsked, ConsentDenied
from table.rules.prompts import ChooseOne, Value
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text
from tests.games.legion.rules.kit import LEIA, REBELS, VEERS, Tabletop, activation, army, card, skirmish

HELPFUL = [
    ("advantage", None), ("park", "pool:corps"), ("park", "random"), ("token.second", "AT-ST"),
    ("promote", "Snowtroopers 1"), ("turn.extra", "pool:5"), ("token.down", "pool:5"),
]  # fmt: skip


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(("key", "value"), HELPFUL)
def test_it_is_told_and_changes_nothing_before_the_opponent_agrees(key: str, value: Value) -> None:
    table = activation()
    before = table.state
    (asked,) = table.blue.answers(key, value)
    assert isinstance(asked, ConsentAsked)
    assert table.game.tell(asked) is not None
    assert replace(table.state, consent=None) == before
    table.red.answers("consent.agree", "yes")
    assert table.state != before


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("advantage", None, text("legion.consent.advantage")),
        ("park", "pool:corps", text("legion.consent.park", token=token("corps"))),
        ("park", "random", text("legion.consent.park.random")),
        ("token.second", "AT-ST", text("legion.consent.second", unit=plain("AT-ST"))),
        ("promote", "Snowtroopers 1", text("legion.consent.promote", unit=plain("Snowtroopers 1"))),
        ("turn.extra", "pool:5", text("legion.consent.extra", unit=plain("AT-ST"))),
        ("token.down", "pool:5", text("legion.consent.down", unit=plain("AT-ST"))),
    ],
)
def test_the_opponent_reads_what_it_is_about(key: str, value: Value, what: Text) -> None:
    table = activation()
    table.blue.answers(key, value)
    asked = table.red.asked("consent.agree")
    assert asked is not None
    assert asked.ask == text("legion.consent.ask", seat=text("seat.blue"), what=what)


@pytest.mark.rule("TB-51")
def test_the_opponent_may_not_agree() -> None:
    table = activation()
    before = table.state
    table.blue.answers("advantage")
    agree = table.red.asked("consent.agree")
    assert isinstance(agree, ChooseOne)
    assert agree.hold, "no press by mistake agrees"
    assert agree.options[0].id == "no"
    table.red.answers("consent.agree", "no")
    assert table.last(ConsentDenied) == ConsentDenied(BLUE)
    assert table.state == before


@pytest.mark.rule("TB-51")
def test_who_asked_may_ask_no_more() -> None:
    table = activation()
    before = table.state
    table.blue.answers("advantage")
    assert table.red.tries("consent.drop").rule == "TB-51"
    table.blue.answers("consent.drop")
    assert table.last(ConsentDenied) == ConsentDenied(BLUE, withdrawn=True)
    assert table.state == before


@pytest.mark.rule("TB-51")
def test_nothing_else_is_asked_meanwhile() -> None:
    table = activation()
    table.blue.answers("advantage")
    asked = [(prompt.seat, prompt.key, prompt.standing) for prompt in table.prompts()]
    assert asked == [(RED, "consent.agree", False), (BLUE, "consent.drop", True)]
    assert table.blue.tries("turn", "Veers").rule == "TB-51"
    assert table.blue.tries("consent.agree", "yes").rule == "TB-51", "not by the one who asked"
    assert table.red.tries("consent.agree", "perhaps").rule == "TB-51"


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(("key", "value"), [("park", "Veers"), ("turn.extra", "Veers"), ("token.down", "Veers")])
def test_what_moves_a_token_that_lies_face_up_is_free(key: str, value: str) -> None:
    table = activation()
    table.blue.answers(key, value)
    assert table.told(ConsentAsked) == []


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(
    ("act", "key", "value"),
    [(Act.ADVANTAGE_GAIN, "advantage", None), (Act.SECOND_TOKEN, "token.second", "Rebels")],
)
def test_what_a_card_in_play_is_known_to_give_is_free(act: Act, key: str, value: Value) -> None:
    gift = replace(card("Gift", 1), acts=(CardAct(act, "1"),))
    table = Tabletop(army(VEERS, REBELS, cards=[gift]), army(LEIA, REBELS, cards=[gift]))
    table.command_phase("Gift", "Push")
    table.blue.answers(key, value)
    assert table.told(ConsentAsked) == []
    (asked,) = table.red.answers(key, value)
    assert isinstance(asked, ConsentAsked), "it is blue's card"


@pytest.mark.rule("TB-51")
@pytest.mark.rule("TB-43")
def test_a_card_out_of_the_discard_pile_needs_consent_unless_a_card_says_so() -> None:
    back = replace(card("Back", 1), acts=(CardAct(Act.RECOVER_FROM_DISCARD),))
    table = skirmish(cards=[back])
    table.command_phase("Ambush", "Push")
    table.end_round()
    table.command_phase("Back", "Assault")
    (asked,) = table.red.answers("card.recover", "legion.card.push")
    assert isinstance(asked, ConsentAsked)
    table.red.answers("consent.drop")
    table.blue.answers("card.recover", "legion.card.ambush")
    assert "Ambush" in table.blue.hand


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize("key", ["promote", "token.second"])
def test_nothing_is_asked_for_while_a_card_is_to_be_locked(key: str) -> None:
    """A correction of hands must not take a locked card off its reader."""
    table = skirmish()
    assert table.blue.asked(key) is None
    table.both_play("Ambush", "Push")
    assert table.blue.asked(key)


@pytest.mark.rule("TB-51")
@pytest.mark.rule("TB-23")
def test_nor_while_a_card_that_was_returned_is_chosen_again() -> None:
    table = skirmish(cards=[card("Revealing", 1, timing=Timing.REVEAL)])
    table.both_play("Revealing", "Push")
    assert table.blue.asked("advantage"), "while it is resolved"
    table.blue.answers("card.back")
    table.red.answers("instead", "again")
    table.blue.answers("instead.agree", "yes")
    assert table.red.asked("select")
    assert table.blue.asked("advantage") is None
