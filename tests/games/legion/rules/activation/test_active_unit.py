"""An activation lasts until it is ended: LA-06, LA-09, LA-12 to LA-14."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import (
    ActivationEnded,
    ActivationResumed,
    TurnSkipped,
    UnitActivated,
)
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.labels import plain
from table.games.legion.rules.pools.pool_events import TokenReturned
from table.rules.prompts import Confirm
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.tokens import HandBack
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
    slots,
)


def headline(table: Tabletop) -> tuple[str, dict[str, object]]:
    headline_text = table.game.view(table.state).headline
    return headline_text.key, dict(headline_text.args)


def piece(table: Tabletop, seat: int, name: str) -> str:
    return next(each.state for each in table.game.view(table.state).seats[seat].pieces if each.name == name)


@pytest.mark.rule("LA-06")
def test_while_it_lasts_headline_piece_and_question_say_whose_it_is() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    key, headline_text = headline(table)
    assert key == "legion.headline.active"
    assert str(headline_text["seat"]).find("seat.blue") >= 0
    assert piece(table, 0, "Veers") == "active"
    asked = table.blue.asked("turn.end")
    assert isinstance(asked, Confirm)
    assert not asked.standing, "the lamp of blue is on"
    assert [p.key for p in table.prompts() if p.seat is RED and not p.standing] == [], "that of red is not"


@pytest.mark.rule("LA-06")
def test_it_ends_by_a_press_of_its_player_and_the_turn_passes() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    assert table.red.tries("turn.end").rule == "LA-06", "not by the opponent's"
    table.blue.answers("turn.end")
    assert table.last(ActivationEnded) == ActivationEnded(BLUE, "1", "Veers")
    assert piece(table, 0, "Veers") == "done"
    asked = table.red.asked("turn")
    assert asked is not None
    assert not asked.standing
    assert headline(table)[0] == "legion.headline.turn"


@pytest.mark.rule("LA-06")
def test_what_the_opponent_may_begin_next_stands_there_and_ends_it() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    asked = table.red.asked("turn")
    assert asked is not None
    assert asked.standing
    assert asked.ask.key.startswith("legion.turn.next")
    assert table.blue.asked("turn") is None
    table.red.answers("turn", "Leia")
    assert table.last(ActivationEnded) == ActivationEnded(BLUE, "1", "Veers", early=True)
    assert [(now.seat, now.unit) for now in table.state.going_on] == [(RED, "1")]
    assert (table.state.turn, piece(table, 0, "Veers")) == (RED, "done")


@pytest.mark.rule("LA-06")
@pytest.mark.parametrize("seat", ["blue", "red"])
@pytest.mark.parametrize("first", ["Leia", "pass"])
def test_either_takes_that_back_without_consent(seat: str, first: str) -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    before = table.state
    table.red.answers("turn", first)
    player = table.blue if seat == "blue" else table.red
    asked = player.asked("turn.back")
    assert asked is not None
    assert asked.standing, "nobody waits for it"
    player.answers("turn.back")
    assert table.last(ActivationResumed).by == player.seat
    assert table.state == before
    assert table.blue.asked("turn.end")


@pytest.mark.rule("LA-06")
def test_after_a_draw_it_cannot_be_taken_back() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "draw")
    assert table.blue.tries("turn.back").rule == "LA-06"
    assert table.red.asked("turn.back") is None


@pytest.mark.rule("LA-06")
@pytest.mark.parametrize("then", ["turn.end", "defeat"])
def test_nor_once_anything_else_has_happened(then: str) -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "Leia")
    assert table.red.asked("turn.back")
    table.red.answers(then, "Rebels 2" if then == "defeat" else None)
    assert table.red.tries("turn.back").rule == "LA-06"


@pytest.mark.rule("LA-06")
def test_a_turn_that_was_not_begun_early_is_not_taken_back_so() -> None:
    table = activation()
    table.blue.activates("Veers")
    table.red.answers("turn", "Leia")
    assert table.blue.tries("turn.back").rule == "LA-06"


@pytest.mark.rule("LA-09")
def test_the_active_units_token_goes_into_the_pool_for_this_round_only() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    before = table.state
    (asked,) = table.blue.answers("token.return")
    assert isinstance(asked, ConsentAsked)
    assert asked.consent.what == text("legion.consent.return", unit=plain("Veers"))
    _, returned, ended = table.red.answers("consent.agree", "yes")
    assert isinstance(returned, TokenReturned)
    assert isinstance(ended, ActivationEnded)
    assert table.game.hand_backs(before, returned) == (HandBack(BLUE, "commander", 1, later=True),)
    assert table.blue.pool["commander"] == 1
    assert table.state.turn is RED
    table.red.activates("Leia")
    table.chance.numbers = [0]
    table.blue.answers("turn", "draw")
    assert table.last(UnitActivated).name == "Veers", "it has no token, and is drawn for"
    table.end_round()
    assert table.blue.unit("Veers").left == 1


@pytest.mark.rule("LA-09")
@pytest.mark.rule("TB-51")
def test_a_card_that_is_known_to_do_so_needs_no_consent() -> None:
    vader = replace(card("Implacable", 1, slots(1)), acts=(CardAct(Act.EXTRA_ACTIVATION, "Veers"),))
    table = Tabletop(army(VEERS, AT_ST, cards=[vader]), army(LEIA, REBELS))
    table.both_play("Implacable", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.answers("turn", "Veers")
    table.blue.answers("token.return")
    assert table.events_of(ConsentAsked) == []
    assert table.blue.pool == {"commander": 1, "heavy": 1}


@pytest.mark.rule("LA-12")
def test_a_defeated_active_units_activation_is_over() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    table.blue.answers("defeat", "Veers")
    assert table.last(ActivationEnded).name == "Veers"
    assert table.state.turn is RED


@pytest.mark.rule("LA-12")
def test_a_defeated_units_token_beside_it_goes_and_its_token_in_the_pool_stays() -> None:
    table = activation()
    table.blue.answers("defeat", "AT-ST")
    assert table.blue.pool["heavy"] == 1
    table.blue.answers("defeat", "Veers")
    assert not table.blue.unit("Veers").face_up
    assert "Veers" not in table.blue.offered("turn")


@pytest.mark.rule("LA-13")
def test_a_panicked_unit_is_activated_like_any_other_and_its_token_is_turned() -> None:
    """It makes no actions: nothing is asked between the beginning of its activation and the end."""
    table = activation()
    table.blue.answers("turn", "Veers")
    assert [p.key for p in table.prompts() if p.seat is BLUE and not p.standing] == ["turn.end"]
    table.blue.answers("turn.end")
    veers = table.blue.unit("Veers")
    assert (veers.face_up, veers.defeated, veers.left) == (False, False, 0)


@pytest.mark.rule("LA-14")
@pytest.mark.parametrize("out_of_turn", [False, True])
@pytest.mark.parametrize("seat", [BLUE, RED])
def test_a_free_attack_in_somebody_elses_turn_turns_no_token_and_changes_no_turn(seat: Seat, out_of_turn: bool) -> None:
    """Out of standby, or by whoever is active, a unit of either side is defeated while blue's turn continues."""
    units = (VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST)
    table = Tabletop(army(*units), army(LEIA, REBELS, REBELS, AT_ST))
    table.both_play("Push", "Assault")
    table.issue_all()
    if out_of_turn:
        table.blue.with_consent("turn.extra", "Veers")
    else:
        table.blue.answers("turn", "Veers")

    def standing() -> object:
        sides = (table.blue.side, table.red.side)
        turned = [[(troop.face_up, troop.left) for troop in side.troops[:3]] for side in sides]
        asked = [[player.asked(key) for key in ("turn", "turn.end")] for player in (table.blue, table.red)]
        return table.state.turn, table.state.going_on, table.state.active, turned, asked

    before = standing()
    for player in (table.blue, table.red):
        assert any(troop.face_up for troop in player.side.troops), "either side has a token that could be turned"
    assert (table.red.asked("turn") is None) is out_of_turn, "who begins the next turn"
    assert table.state.going_on
    losing = table.blue if seat is BLUE else table.red
    losing.answers("defeat", "AT-ST")
    assert standing() == before
    table.blue.answers("turn.end")
    assert table.state.turn is (BLUE if out_of_turn else RED), "the next turn is whose it was"


@pytest.mark.rule("LA-05")
@pytest.mark.rule("LA-06")
def test_who_goes_on_alone_begins_its_next_activation_without_ending_this_one_first() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS, REBELS))
    table.command_phase("Ambush", "Push")
    while table.state.turn is not BLUE or table.state.going_on:
        table.end_activation()
    table.blue.answers("turn", "Veers")
    table.blue.answers("turn.end")
    table.red.answers("turn", "Leia")
    asked, ends = table.red.asked("turn"), table.red.asked("turn.end")
    assert asked is not None
    assert ends is not None
    assert (asked.standing, ends.standing) == (False, True)
    assert table.blue.asked("turn") is None, "blue has no unit left"
    first = table.red.offered("turn")[0]
    table.red.answers("turn", first)
    assert table.last(ActivationEnded) == ActivationEnded(RED, "1", "Leia")
    assert table.last(TurnSkipped) == TurnSkipped(BLUE)
    assert all(now.seat is RED for now in table.state.going_on)
    assert piece(table, 1, "Leia") == "done"


@pytest.mark.rule("LA-06")
def test_the_last_activation_is_ended_by_itself() -> None:
    table = Tabletop(army(VEERS), army(LEIA))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "Veers")
    table.blue.answers("turn.end")
    table.red.answers("turn", "Leia")
    ends = table.red.asked("turn.end")
    assert ends is not None
    assert not ends.standing
    assert table.red.asked("turn") is None
