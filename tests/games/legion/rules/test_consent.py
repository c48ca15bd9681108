"""Exceptions from the rules need the opponent's consent: TB-51."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import UnitActivated
from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.consent import ConsentAsked, ConsentDenied
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import plain, token
from table.rules.prompts import ChooseOne, Value
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text
from tests.games.legion.rules.kit import (
    LEIA,
    REBELS,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
    does,
    keyword,
    skirmish,
    slots,
    unit,
)

HELPFUL = [
    ("advantage", None), ("park", "pool:corps"), ("park", "random"), ("token.second", "AT-ST"),
    ("promote", "Snowtroopers 1"), ("turn.extra", "pool:5"), ("turn.extra", "Veers"), ("token.down", "pool:5"),
    ("token.down", "Veers"), ("token.back", "Veers"), ("token.look", None), ("order.extra", "AT-ST"), ("park", "Veers"),
    ("draw.by_hand", "heavy"),
]  # fmt: skip


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(("key", "value"), HELPFUL)
def test_it_is_reported_and_changes_nothing_before_the_opponent_agrees(key: str, value: Value) -> None:
    table = activation()
    before = table.state
    (asked,) = table.blue.answers(key, value)
    assert isinstance(asked, ConsentAsked)
    assert table.game.line(asked) is not None
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
        ("park", "Veers", text("legion.consent.park.unit", unit=plain("Veers"))),
        ("turn.extra", "pool:5", text("legion.consent.extra.pool", unit=plain("AT-ST"))),
        ("turn.extra", "Veers", text("legion.consent.extra", unit=plain("Veers"))),
        ("token.down", "pool:5", text("legion.consent.down.pool", unit=plain("AT-ST"))),
        ("token.down", "Veers", text("legion.consent.down", unit=plain("Veers"))),
        ("token.back", "Veers", text("legion.consent.return", unit=plain("Veers"))),
        ("token.look", None, text("legion.consent.look")),
        ("order.extra", "AT-ST", text("legion.consent.order", unit=plain("AT-ST"))),
        ("draw.by_hand", "heavy", text("legion.consent.drawn", token=token("heavy"))),
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
@pytest.mark.parametrize(
    ("act", "key", "value"),
    [
        (Act.ADVANTAGE_GAIN, "advantage", None),
        (Act.TOKEN_PARK_CHOSEN, "park", "pool:corps"),
        (Act.TOKEN_TO_POOL, "token.back", "Officer"),
        (Act.TOKEN_FLIP_FACEDOWN, "token.down", "Officer"),
        (Act.TOKEN_ASSIGN_FACEDOWN, "token.down", "pool:2"),
        (Act.ACTIVATE_OUT_OF_TURN, "turn.extra", "Officer"),
        (Act.EXTRA_ORDER, "order.extra", "Rebels"),
        (Act.TOKEN_ASSIGN_FACEUP, "order.extra", "Rebels"),
    ],
)
def test_what_a_card_in_play_is_known_to_give_is_free(act: Act, key: str, value: Value) -> None:
    gift, alone = replace(card("Gift", 1), acts=(CardAct(act, "1"),)), card("Alone", 2)
    officers = (replace(VEERS, name="Officer"), REBELS)
    table = Tabletop(army(*officers, cards=[gift]), army(*officers, cards=[gift, alone]))
    table.both_play("Gift", "Alone")
    for player in (table.blue, table.red):
        player.answers("orders", "Officer")
    table.issue_all()
    table.blue.answers(key, value)
    assert table.events_of(ConsentAsked) == []
    (asked,) = table.red.answers(key, value)
    assert isinstance(asked, ConsentAsked), "it is blue's card"


@pytest.mark.rule("TB-51")
@pytest.mark.rule("TB-43")
def test_a_card_out_of_the_discard_pile_needs_consent_unless_a_card_reports_it() -> None:
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
@pytest.mark.rule("LA-43")
def test_nor_while_cards_are_chosen_again() -> None:
    table = skirmish(cards=[does(card("Revealing", 1, timing=Timing.REVEAL), Act.RESELECT_BOTH)])
    table.both_play("Revealing", "Push")
    assert table.blue.asked("advantage"), "while it is resolved"
    table.blue.answers("plans", "use")
    assert table.red.asked("select")
    assert table.blue.asked("advantage") is None


@pytest.mark.rule("TB-51")
@pytest.mark.rule("TB-23")
def test_nor_while_a_card_that_was_returned_is_chosen_again() -> None:
    back = card("Revealing", 1, timing=Timing.REVEAL)
    table = Tabletop(army(VEERS, REBELS, cards=[back]), army(LEIA, REBELS), game=LegionClassic())
    table.both_play("Revealing", "Push")
    assert table.red.asked("promote"), "while it is resolved"
    table.blue.answers("card.back")
    table.red.answers("instead", "again")
    table.blue.answers("instead.agree", "yes")
    assert table.red.asked("select")
    assert table.red.asked("promote") is None


ENEMYS = (
    (Act.TOKEN_TO_POOL, "token.back", "1"),
    (Act.TOKEN_FLIP_FACEDOWN, "token.down", "1"),
    (Act.TOKEN_ASSIGN_FACEDOWN, "token.down", "pool:2"),
)


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(("act", "key", "value"), ENEMYS)
@pytest.mark.parametrize("whose", ["enemy", "opponent_chooses"])
def test_what_a_card_does_to_an_enemys_token_is_free_to_whoever_chooses_it(
    act: Act, whose: str, key: str, value: str
) -> None:
    strike, alone = replace(card("Strike", 1), acts=(CardAct(act, whose),)), card("Alone", 2)
    table = Tabletop(army(LEIA, REBELS, cards=[strike]), army(LEIA, REBELS, cards=[alone]))
    table.both_play("Strike", "Alone")
    for player in (table.blue, table.red):
        player.answers("orders", "Leia")
    table.issue_all()
    assert (f"enemy:{value}" in table.blue.offered(key)) is (whose == "enemy")
    if whose == "enemy":
        table.red.answers(key, value)
        assert table.events_of(ConsentAsked), "the choice is blue's"
        table.red.answers("consent.drop")
        table.blue.answers(key, f"enemy:{value}")
    else:
        table.red.answers(key, value)
        assert table.events_of(ConsentAsked) == []
    assert table.last(GiftUsed).seat is BLUE
    assert table.blue.with_consent(key, value)


@pytest.mark.rule("LA-07")
@pytest.mark.rule("TB-51")
def test_a_card_that_names_who_acts_out_of_turn_gives_it_to_these_alone() -> None:
    cause = replace(card("Cause", 1, slots(3)), acts=(CardAct(Act.ACTIVATE_OUT_OF_TURN, "Luke/Chewbacca"),))
    table = Tabletop(army(LEIA, unit("Luke"), REBELS, cards=[cause]), army(VEERS))
    table.command_phase("Cause", "Push")
    table.blue.with_consent("turn.extra", "Rebels")
    table.blue.answers("turn.extra", "Luke")
    assert [event.name for event in table.events_of(UnitActivated)] == ["Rebels", "Luke"]


@pytest.mark.rule("LA-07")
@pytest.mark.rule("LA-08")
@pytest.mark.rule("TB-51")
def test_out_of_the_pool_a_unit_acts_for_free_where_the_card_takes_the_token_there() -> None:
    out, lays = (CardAct(Act.ACTIVATE_OUT_OF_TURN, "any"), CardAct(Act.TOKEN_ASSIGN_FACEDOWN, "own"))
    for acts, free in (((out,), False), ((out, lays), True), ((lays,), False)):
        rule_card = replace(card("Rule", 1), acts=acts)
        table = Tabletop(army(LEIA, REBELS, cards=[rule_card]), army(VEERS))
        table.both_play("Rule", "Push")
        table.blue.answers("orders", "Leia")
        table.issue_all()
        table.blue.answers("turn.extra", "pool:2")
        assert (table.events_of(ConsentAsked) == []) is free


@pytest.mark.rule("LG-48")
@pytest.mark.rule("LC-34")
@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(
    ("keyword_", "ordered"), [(Keyword.DIRECT, False), (Keyword.ENTOURAGE, False), (Keyword.COORDINATE, True)]
)
def test_by_the_classic_rules_an_order_that_a_keyword_gives_is_free_once(keyword_: Keyword, ordered: bool) -> None:
    """Today's are offered by themselves."""
    table = Tabletop(
        army(VEERS, keyword(keyword_, unit("Droids")), REBELS, REBELS), army(LEIA, REBELS), game=LegionClassic()
    )
    table.both_play("Push", "Assault")
    if ordered:
        (asked,) = table.blue.answers("order.extra", "Rebels 1")
        assert isinstance(asked, ConsentAsked), "it has no order yet that it could pass on"
        table.blue.answers("consent.drop")
        table.blue.answers("orders", "Droids")
    table.blue.answers("order.extra", "Rebels 1")
    assert table.blue.unit("Rebels 1").face_up
    (asked,) = table.blue.answers("order.extra", "Rebels 2")
    assert isinstance(asked, ConsentAsked)


@pytest.mark.rule("TB-51")
def test_by_the_classic_rules_a_unit_with_fire_support_turns_its_token_down_for_free_in_anothers_activation() -> None:
    clones = keyword(Keyword.FIRE_SUPPORT, unit("Clones"))
    table = Tabletop(army(VEERS, clones, clones, REBELS), army(LEIA, REBELS, REBELS), game=LegionClassic())
    table.both_play("Assault", "Standing Orders")
    table.blue.answers("orders", ("Veers", "Clones 1", "Rebels"))
    table.issue_all()
    (asked,) = table.blue.answers("token.down", "Clones 1")
    assert isinstance(asked, ConsentAsked), "nobody attacks"
    table.blue.answers("consent.drop")
    table.blue.answers("turn", "Veers")
    table.blue.answers("token.down", "Clones 1")
    assert not table.blue.unit("Clones 1").face_up
    assert table.blue.unit("Clones 1").left == 0
    (asked,) = table.blue.answers("token.down", "Rebels")
    assert isinstance(asked, ConsentAsked), "they have no such keyword"
    table.blue.answers("consent.drop")
    (asked,) = table.blue.answers("token.down", "pool:3")
    assert isinstance(asked, ConsentAsked), "only a unit with a face-up token joins in"


@pytest.mark.rule("TB-51")
def test_by_todays_rules_fire_support_turns_no_token_down() -> None:
    clones = keyword(Keyword.FIRE_SUPPORT, unit("Clones"))
    table = Tabletop(army(VEERS, clones), army(LEIA, REBELS, REBELS))
    table.both_play("Push", "Assault")
    table.issue_all()
    table.blue.answers("turn", "Veers")
    table.blue.with_consent("token.down", "Clones")


@pytest.mark.rule("TB-51")
@pytest.mark.rule("TB-41")
def test_a_token_on_a_card_goes_back_into_the_pool_for_free_and_to_a_unit_by_consent() -> None:
    """Chosen from the blind pool onto a card, it would else be an order for any unit."""
    table = activation()
    table.blue.with_consent("park", "pool:heavy")
    (asked,) = table.blue.answers("park.back", "heavy>5")
    assert isinstance(asked, ConsentAsked)
    assert asked.consent.what == text("legion.consent.park.back", token=token("heavy"), unit=plain("AT-ST"))
    table.red.answers("consent.agree", "no")
    assert not table.blue.unit("AT-ST").face_up
    pool = table.blue.pool
    table.blue.answers("park.back", "heavy>pool")
    assert table.blue.pool == {**pool, "heavy": 1}
    table.blue.with_consent("park", "pool:heavy")
    table.blue.with_consent("park.back", "heavy>5")
    assert table.blue.unit("AT-ST").face_up
