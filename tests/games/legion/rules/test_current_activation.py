"""The Activation Phase, turn by turn: docs/play/rules/table.md, TB-27 to TB-29, TB-35 and TB-50."""

import pytest

from table.games.legion.rules.activation.turn_events import DrawWasted, TokenDrawn, TurnSkipped, UnitActivated
from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import Rank, Timing
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.legion.rules.kit import (
    AT_ST,
    DROIDS,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
    skirmish,
)


@pytest.mark.rule("TB-27")
def test_a_choice_of_one_is_made_by_itself() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    assert table.blue.asked("nominate") is None, "one commander"
    table.issue_all()
    table.chance.numbers = [3]
    table.blue.answers("turn", "draw")
    assert table.last(UnitActivated) == UnitActivated(BLUE, "5", "AT-ST", drawn=True, lasts=True), "one heavy unit"


@pytest.mark.rule("TB-27")
def test_a_turn_that_nobody_could_use_is_passed_over() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "Veers")
    table.red.activates("Leia")
    assert table.last(TurnSkipped).seat is BLUE
    assert table.red.asked("turn")


@pytest.mark.rule("TB-28")
def test_turns_alternate_beginning_with_priority() -> None:
    table = activation()
    assert table.red.asked("turn") is None
    assert table.red.tries("turn", "Leia").rule == "TB-28"
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "Leia")
    table.blue.answers("turn", "draw")
    assert [event.seat for event in table.events_of(UnitActivated)][:2] == [BLUE, RED]


@pytest.mark.rule("TB-28")
def test_a_turn_is_a_unit_with_a_face_up_token_a_draw_or_a_pass() -> None:
    table = activation()
    assert table.blue.offered("turn") == ["Veers", "draw"]
    assert table.blue.tries("turn", "Vader").rule == "TB-28", "no face-up token"
    table.blue.answers("turn", "Veers")
    assert table.red.offered("turn") == ["Leia", "Rebels 1", "draw", "pass"]
    table.red.answers("turn", "Leia")
    assert table.blue.offered("turn") == ["draw"], "its token is used"
    assert table.blue.tries("turn", "Veers").rule == "TB-28"


@pytest.mark.rule("TB-29")
@pytest.mark.parametrize(("place", "rank"), [(0, Rank.OPERATIVE), (1, Rank.CORPS), (2, Rank.CORPS), (3, Rank.HEAVY)])
def test_each_token_of_the_pool_is_as_likely_as_any_other(place: int, rank: Rank) -> None:
    table = activation(chance=(place,))
    table.blue.answers("turn", "draw")
    assert table.last(TokenDrawn) == TokenDrawn(BLUE, rank, 0, by_hand=False)


@pytest.mark.rule("TB-29")
def test_the_drawn_rank_reports_which_units_can_be_chosen() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, DROIDS, AT_ST), army(LEIA, REBELS, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    assert table.blue.offered("unit") == ["Snowtroopers 1", "Droids"], "like units are one choice (TB-128)"
    assert table.blue.tries("unit", "AT-ST").rule == "TB-29"
    assert table.red.tries("unit", "Rebels 2").rule == "TB-29"
    table.blue.answers("unit", "Snowtroopers 2")
    assert table.last(UnitActivated) == UnitActivated(BLUE, "3", "Snowtroopers 2", drawn=True, lasts=True)
    assert table.blue.pool == {"corps": 2, "heavy": 1}


@pytest.mark.rule("TB-29")
def test_a_unit_that_has_its_order_is_not_drawn_for() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "draw")
    assert table.last(UnitActivated).name == "Rebels 2", "Rebels 1 has a face-up token of the same rank"


@pytest.mark.rule("TB-29")
def test_a_token_that_no_unit_can_use_leaves_the_game_and_the_turn_goes_on() -> None:
    table = activation(chance=(3,))
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    assert table.last(DrawWasted) == DrawWasted(BLUE, Rank.HEAVY)
    assert table.blue.pool == {"operative": 1, "corps": 2}
    assert table.blue.offered("turn") == ["Veers", "draw", "pass"]


@pytest.mark.rule("TB-29")
def test_an_empty_pool_cannot_be_drawn_from() -> None:
    table = Tabletop(army(VEERS), army(LEIA))
    table.command_phase("Ambush", "Push")
    assert table.blue.offered("turn") == ["Veers"]
    assert table.blue.tries("turn", "draw").rule == "TB-29"


@pytest.mark.rule("TB-35")
def test_the_phase_is_over_when_nobody_can_activate_and_both_pools_are_empty() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA))
    table.command_phase("Push", "Assault")
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "Leia")
    table.blue.answers("turn", "Snowtroopers")
    assert table.step == "activation", "its activation is going on"
    table.blue.answers("turn.end")
    assert table.step == "end"


@pytest.mark.rule("TB-35")
def test_the_phase_waits_for_tokens_on_command_cards() -> None:
    table = Tabletop(army(VEERS), army(LEIA))
    table.command_phase("Ambush", "Push")
    table.blue.with_consent("park", "Veers")
    assert table.blue.offered("turn") == ["parked:commander"]
    table.blue.with_consent("park.back", "commander>1")
    table.blue.answers("turn", "Veers")
    table.red.activates("Leia")
    assert table.step == "end"


@pytest.mark.rule("TB-50")
@pytest.mark.parametrize("game", [Legion2024(), LegionClassic()])
def test_an_effect_during_the_phase_is_named_as_it_begins_and_confirmed_by_nobody(game: Legion) -> None:
    cards = [card("Hold the Line", 1, timing=Timing.ACTIVATION), card("Pinned Down", 2, timing=Timing.ACTIVATION)]
    table = Tabletop(army(VEERS, AT_ST, cards=cards), army(LEIA, REBELS, cards=cards), game=game)
    table.command_phase("Hold the Line", "Pinned Down")
    assert [event.seat for event in table.events_of(EffectResolved)] == [BLUE, RED]
    assert not table.events_of(UnitActivated)
    line = table.game.line(table.events_of(EffectResolved)[0])
    assert line == text("legion.story.effect_lasts", seat=text("seat.blue"), name="Hold the Line")
    assert table.blue.asked("turn")
    for player in (table.blue, table.red):
        assert player.asked("effect") is None
    table.end_activation()
    assert table.step == "end"
