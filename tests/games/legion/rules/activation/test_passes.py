"""Turns, draws and passes of the Activation Phase: LA-01 to LA-05 and LA-11."""

import pytest

from table.games.legion.rules.activation.turn_events import DrawWasted, Passed, TokenDrawn, TurnSkipped, UnitActivated
from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.pools.pool_events import TokensCleared
from table.rules.seats import BLUE, RED
from table.rules.steps import StepBegan
from tests.games.legion.rules.kit import (
    AT_ST,
    DROIDS,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Player,
    Tabletop,
    activation,
    army,
    card,
)


def with_passes() -> Tabletop:
    """Three units against eight: blue has four advantage tokens, and priority."""
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, *[REBELS] * 7))
    table.command_phase("Ambush", "Push")
    assert table.blue.side.play.passes == 4
    return table


def may_pass(player: Player) -> bool:
    return "pass" in player.offered("turn")


@pytest.mark.rule("LA-01")
def test_effects_at_the_start_come_first_then_those_of_the_phase_then_turns() -> None:
    cards = [card("Dawn", 1, timing=Timing.START_OF_ACTIVATION), card("Dusk", 2, timing=Timing.ACTIVATION)]
    table = Tabletop(army(VEERS, cards=cards), army(LEIA, cards=cards))
    table.command_phase("Dawn", "Dusk")
    assert table.blue.asked("turn") is None
    table.blue.answers("effect")
    table.blue.activates("Veers")
    table.red.activates("Leia")
    kinds = (EffectResolved, UnitActivated, StepBegan)
    begun = next(n for n, event in enumerate(table.journal) if event == StepBegan("activation"))
    reported = [type(event) for event in table.journal[begun:] if isinstance(event, kinds)]
    assert reported == [StepBegan, EffectResolved, EffectResolved, UnitActivated, UnitActivated, StepBegan]


@pytest.mark.rule("LA-01")
def test_priority_begins_and_a_pass_ends_a_turn_too() -> None:
    table = with_passes()
    table.blue.answers("turn", "pass")
    assert table.state.turn is RED
    table.red.activates("Leia")
    assert table.state.turn is BLUE


@pytest.mark.rule("LA-02")
def test_a_drawn_token_that_fits_a_unit_has_to_be_used() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, DROIDS), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    asked = [prompt.key for prompt in table.prompts() if prompt.seat is BLUE and not prompt.standing]
    assert asked == ["unit"]
    assert table.blue.tries("turn", "Veers").rule == "TB-28"
    assert table.blue.tries("turn", "pass").rule == "TB-28"
    assert table.blue.tries("unit", "Veers").rule == "TB-29", "another rank"


@pytest.mark.rule("LA-03")
def test_a_pass_spends_an_advantage_token_and_is_open_on_the_first_turn() -> None:
    table = with_passes()
    table.blue.answers("turn", "pass")
    assert table.last(Passed) == Passed(BLUE, free=False)
    assert table.blue.side.play.passes == 3


@pytest.mark.rule("LA-03")
def test_without_a_token_nobody_passes() -> None:
    table = activation()
    assert table.blue.side.play.passes == 0
    assert not may_pass(table.blue)
    refused = table.blue.tries("turn", "pass")
    assert (refused.rule, refused.why.key) == ("LA-03", "legion.refused.no_advantage")


@pytest.mark.rule("LA-03")
def test_nobody_passes_on_two_own_turns_in_a_row() -> None:
    table = with_passes()
    table.blue.answers("turn", "pass")
    table.red.activates("Leia")
    assert not may_pass(table.blue), "red's turn between them does not matter"
    refused = table.blue.tries("turn", "pass")
    assert (refused.rule, refused.why.key) == ("LA-03", "legion.refused.pass_twice")
    table.blue.activates("Veers")
    table.red.activates("Rebels 1")
    assert may_pass(table.blue)


@pytest.mark.rule("LA-03")
def test_a_pass_may_follow_the_opponents() -> None:
    table = with_passes()
    table.red.with_consent("advantage")
    table.blue.answers("turn", "pass")
    table.red.answers("turn", "pass")
    assert [event.seat for event in table.events_of(Passed)] == [BLUE, RED]


@pytest.mark.rule("LA-03")
def test_a_new_round_begins_with_no_pass_before_it() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, *[REBELS] * 5))
    table.command_phase("Ambush", "Push")
    while table.step == "activation":
        if table.blue.asked("turn") and may_pass(table.blue):
            table.blue.answers("turn", "pass")
        else:
            table.first_offered()
    table.blue.ends_round()
    table.red.ends_round()
    assert not table.blue.side.play.passed
    table.command_phase("Push", "Assault")
    assert may_pass(table.blue)


@pytest.mark.rule("LA-04")
def test_a_token_for_no_unit_leaves_the_game_and_is_not_handed_out() -> None:
    table = activation(chance=(3,))
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    drawn = table.last(TokenDrawn)
    assert drawn.lost
    assert table.game.hand_outs(drawn) == ()
    assert table.last(DrawWasted) == DrawWasted(BLUE, Rank.HEAVY)
    assert table.blue.pool == {"operative": 1, "corps": 2}
    assert table.blue.offered("turn") == ["Veers", "draw", "pass"], "the turn goes on"


@pytest.mark.rule("LA-04")
def test_the_pass_after_it_is_free_even_after_a_pass_and_counts_as_one() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, *[REBELS] * 7), (1,))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "pass")
    table.red.activates("Leia")
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    assert table.events_of(DrawWasted)
    table.blue.answers("turn", "pass")
    assert table.last(Passed) == Passed(BLUE, free=True)
    assert table.blue.side.play.passes == 3
    table.red.activates("Rebels 1")
    assert not may_pass(table.blue), "the free pass was a pass"


@pytest.mark.rule("LA-05")
def test_who_has_no_unit_left_passes_by_itself() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.activates("Veers")
    table.red.activates("Leia")
    table.red.activates("Rebels 1")
    table.red.answers("turn", "draw")
    assert table.last(UnitActivated).name == "Rebels 2"
    table.red.answers("turn.end")
    assert table.events_of(TurnSkipped) == [TurnSkipped(BLUE)] * 2
    assert table.step == "end"


@pytest.mark.rule("LA-05")
def test_tokens_of_the_dead_are_cleared_not_drawn_and_not_handed_out() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.answers("defeat", "Snowtroopers")
    table.blue.answers("defeat", "AT-ST")
    table.blue.activates("Veers")
    table.red.activates("Leia")
    assert table.last(TokensCleared) == TokensCleared(BLUE, (("corps", 1), ("heavy", 1)))
    assert table.game.hand_outs(table.last(TokensCleared)) == ()
    assert table.blue.pool == {}
    assert table.events_of(TokenDrawn) == []
    table.red.activates("Rebels")
    assert table.step == "end"


@pytest.mark.rule("LA-05")
def test_while_one_unit_is_left_the_tokens_of_the_dead_are_drawn_with_its_own() -> None:
    table = activation()
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("defeat", "Veers")
    assert table.events_of(TokensCleared) == []
    assert table.blue.pool == {"operative": 1, "corps": 2, "heavy": 1}


@pytest.mark.rule("LA-05")
@pytest.mark.rule("TB-33")
def test_a_unit_that_is_back_has_its_token_in_the_pool_again() -> None:
    table = Tabletop(army(VEERS, AT_ST), army(LEIA, REBELS, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.answers("defeat", "AT-ST")
    table.blue.activates("Veers")
    table.red.activates("Leia")
    assert table.blue.pool == {}
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.pool == {"heavy": 1}


@pytest.mark.rule("LA-11")
def test_the_turns_go_on_until_every_token_of_a_unit_is_used() -> None:
    table = Tabletop(army(VEERS, VADER), army(LEIA))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.with_consent("park", "pool:operative")
    table.blue.activates("Veers")
    table.red.activates("Leia")
    assert table.step == "activation", "a token lies on a card"
    assert table.blue.offered("turn") == ["parked:operative"]
    table.blue.answers("turn", "parked:operative")
    table.blue.answers("turn.end")
    assert table.step == "end"


@pytest.mark.rule("LA-15")
def test_of_effects_at_one_time_the_player_with_priority_is_first() -> None:
    cards = [card("Early", 1, timing=Timing.START_OF_ACTIVATION), card("Late", 2, timing=Timing.START_OF_ACTIVATION)]
    table = Tabletop(army(VEERS, cards=cards), army(LEIA, cards=cards))
    table.command_phase("Late", "Early")
    assert table.blue.asked("effect") is None
    table.red.answers("effect")
    table.blue.answers("effect")
    assert [event.seat for event in table.events_of(EffectResolved)] == [RED, BLUE]


@pytest.mark.rule("LA-15")
def test_where_nobody_has_priority_blue_is_first() -> None:
    cards = [card("Early", 1, timing=Timing.UNTIMED), card("Late", 2, timing=Timing.UNTIMED)]
    table = Tabletop(army(VEERS, cards=cards), army(LEIA, cards=cards))
    table.both_play("Late", "Early")
    assert table.red.asked("effect") is None
    table.blue.answers("effect")
    table.red.answers("effect")
    assert [event.seat for event in table.events_of(EffectResolved)] == [BLUE, RED]
