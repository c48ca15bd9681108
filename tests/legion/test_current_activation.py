"""What the table enforces in and after the Activation Phase: docs/rules/table.md, TB-28 to TB-38."""

import pytest
from msgspec.structs import replace

from table.games.legion.armies import Rank, Timing
from table.games.legion.classic import LegionClassic
from table.games.legion.current import Legion2024
from table.games.legion.events import (
    AllRoundsPlayed,
    CardDiscarded,
    CardReturned,
    DrawWasted,
    EffectResolved,
    Passed,
    RoundBegan,
    RoundEnded,
    TokenDrawn,
    TurnSkipped,
    UnitActivated,
)
from table.games.legion.rules import Legion
from table.games.prompts import Prompt
from table.games.seats import BLUE, RED
from table.games.tokens import HandBack, HandOut
from tests.legion.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, Tabletop, army, card, skirmish


def activation(blue: str = "Ambush", red: str = "Push", chance: tuple[int, ...] = ()) -> Tabletop:
    """Blue's order went to Veers (priority is blue's), red's to Leia and Rebels 1; red has one advantage token."""
    table = skirmish(chance=chance)
    table.command_phase(blue, red)
    return table


@pytest.mark.rule("TB-27")
def test_a_choice_of_one_is_made_by_itself() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    assert table.blue.asked("nominate") is None, "one commander"
    table.issue_all()
    table.chance.numbers = [3]
    table.blue.answers("turn", "draw")
    assert table.last(UnitActivated) == UnitActivated(BLUE, "5", "AT-ST", drawn=True), "one heavy unit"


@pytest.mark.rule("TB-27")
def test_a_turn_that_nobody_could_use_is_passed_over() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "Leia")
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
    assert [event.seat for event in table.told(UnitActivated)][:2] == [BLUE, RED]


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
def test_the_drawn_rank_says_which_units_can_be_chosen() -> None:
    table = activation(chance=(1,))
    table.blue.answers("turn", "draw")
    assert table.blue.offered("unit") == ["Snowtroopers 1", "Snowtroopers 2"]
    assert table.blue.tries("unit", "AT-ST").rule == "TB-29"
    assert table.red.tries("unit", "Rebels 2").rule == "TB-29"
    table.blue.answers("unit", "Snowtroopers 2")
    assert table.last(UnitActivated) == UnitActivated(BLUE, "4", "Snowtroopers 2", drawn=True)
    assert table.blue.pool == {"operative": 1, "corps": 1, "heavy": 1}


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


@pytest.mark.rule("TB-30")
def test_a_pass_costs_an_advantage_token() -> None:
    table = activation()
    assert table.blue.tries("turn", "pass").rule == "TB-30", "blue has none"
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "pass")
    assert table.last(Passed) == Passed(RED, free=False)
    assert table.red.side.play.passes == 0
    assert table.blue.asked("turn")
    table.blue.answers("turn", "draw")
    assert table.red.tries("turn", "pass").rule == "TB-30"


@pytest.mark.rule("TB-30")
def test_nobody_passes_after_a_pass() -> None:
    table = activation()
    table.blue.answers("advantage")
    table.blue.answers("turn", "pass")
    assert "pass" not in table.red.offered("turn")
    assert table.red.tries("turn", "pass").rule == "TB-30"
    table.red.answers("turn", "Leia")
    table.blue.answers("turn", "Veers")
    assert "pass" in table.red.offered("turn")


@pytest.mark.rule("TB-30")
def test_after_a_draw_that_found_no_unit_a_pass_is_free() -> None:
    table = activation(chance=(3,))
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    table.blue.answers("turn", "pass")
    assert table.last(Passed) == Passed(BLUE, free=True)
    assert table.blue.side.play.passes == 0


@pytest.mark.rule("TB-31")
def test_what_the_dispenser_hands_out() -> None:
    table = activation(chance=(3,))
    assert [out for event in table.journal for out in table.game.hand_outs(event)] == [
        HandOut(BLUE, "commander", 1), HandOut(RED, "commander", 1), HandOut(RED, "corps", 1),
        HandOut(RED, "advantage", 1),
    ]  # fmt: skip
    table.blue.answers("turn", "draw")
    assert table.game.hand_outs(table.last(TokenDrawn)) == (HandOut(BLUE, "heavy", 1),)


@pytest.mark.rule("TB-31")
def test_at_the_end_of_a_round_every_token_on_the_table_comes_back() -> None:
    table = activation()
    table.end_activation()
    table.blue.answers("end")
    before = table.state
    table.red.answers("end")
    back = table.game.hand_backs(before, table.last(RoundEnded))
    assert set(back) == {
        HandBack(BLUE, "commander", 1), HandBack(BLUE, "operative", 1), HandBack(BLUE, "corps", 2),
        HandBack(BLUE, "heavy", 1), HandBack(RED, "commander", 1), HandBack(RED, "corps", 2),
        HandBack(RED, "advantage", 1),
    }  # fmt: skip
    assert (table.blue.side.out, table.red.side.out) == ((), ())


@pytest.mark.rule("TB-31")
def test_the_most_that_a_round_can_ask_for() -> None:
    table = skirmish()
    table.blue.answers("defeat", "AT-ST")
    assert set(table.game.worst_case(table.state)) == {
        HandOut(BLUE, "commander", 1), HandOut(BLUE, "operative", 1), HandOut(BLUE, "corps", 2),
        HandOut(RED, "commander", 1), HandOut(RED, "corps", 2),
    }  # fmt: skip


@pytest.mark.rule("TB-32")
def test_a_defeated_units_face_up_token_goes_and_its_token_in_the_pool_stays() -> None:
    table = activation()
    table.blue.answers("defeat", "Veers")
    assert not table.blue.unit("Veers").face_up
    assert table.blue.tries("turn", "Veers").rule == "TB-32"
    table.blue.answers("defeat", "AT-ST")
    assert table.blue.pool == {"operative": 1, "corps": 2, "heavy": 1}


@pytest.mark.rule("TB-32")
def test_a_unit_can_be_defeated_at_any_time_and_gets_no_order_then() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Vader")
    table.both_play("Push", "Assault")
    assert "Vader" not in table.blue.offered("orders")
    assert table.blue.tries("orders", "Vader").rule == "TB-32"
    assert table.blue.tries("defeat", "Vader").rule == "TB-32", "only once"
    assert table.game.view(table.state).seats[0].pieces[1].state == "gone"


@pytest.mark.rule("TB-33")
def test_a_unit_that_was_not_defeated_after_all_has_its_token_again() -> None:
    table = activation()
    table.blue.answers("defeat", "Veers")
    table.blue.answers("restore", "Veers")
    table.blue.answers("restore.why", "slip")
    assert table.blue.unit("Veers").face_up
    assert "Veers" in table.blue.offered("turn")
    assert table.blue.tries("restore", "Veers").rule == "TB-33"


@pytest.mark.rule("TB-33")
def test_a_token_drawn_in_vain_meanwhile_is_put_into_the_pool_again() -> None:
    table = activation(chance=(3,))
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    assert "heavy" not in table.blue.pool
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.pool["heavy"] == 1


@pytest.mark.rule("TB-33")
def test_a_token_that_is_still_there_is_not_put_in_twice() -> None:
    table = activation()
    pool = table.blue.pool
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.pool == pool


@pytest.mark.rule("TB-34")
def test_a_promotion_changes_the_rank_and_so_the_token_in_the_pool() -> None:
    table = activation()
    table.blue.answers("promote", "Snowtroopers 1")
    assert table.blue.unit("Snowtroopers 1").rank is Rank.COMMANDER
    assert table.blue.pool == {"commander": 1, "operative": 1, "corps": 1, "heavy": 1}
    assert table.blue.tries("promote", "Veers").rule == "TB-34"


@pytest.mark.rule("TB-34")
def test_a_promoted_units_face_up_token_is_exchanged() -> None:
    table = activation()
    before = table.state
    (promoted,) = table.red.answers("promote", "Rebels 1")
    assert table.game.hand_outs(promoted) == (HandOut(RED, "commander", 1),)
    assert table.game.hand_backs(before, promoted) == (HandBack(RED, "corps", 1, later=True),)
    assert table.red.pool == {"corps": 1}, "Rebels 2 still waits for the draw"


@pytest.mark.rule("TB-34")
def test_a_promoted_unit_leads() -> None:
    table = skirmish()
    table.red.answers("defeat", "Leia")
    assert table.red.asked("select") is None
    table.red.answers("promote", "Rebels 1")
    assert table.red.asked("select")


@pytest.mark.rule("TB-35")
def test_the_phase_is_over_when_nobody_can_activate_and_both_pools_are_empty() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA))
    table.command_phase("Push", "Assault")
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "Leia")
    assert table.step == "activation", "a face-up token is left"
    table.blue.answers("turn", "Snowtroopers")
    assert table.step == "end"


@pytest.mark.rule("TB-35")
def test_a_token_in_a_pool_keeps_the_phase_open_even_if_its_unit_is_gone() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA))
    table.command_phase("Ambush", "Assault")
    table.blue.answers("turn", "Veers")
    table.blue.answers("defeat", "Snowtroopers")
    table.red.answers("turn", "Leia")
    assert table.step == "activation"
    table.blue.answers("turn", "draw")
    assert table.told(DrawWasted)
    assert table.step == "end"


@pytest.mark.rule("TB-35")
def test_the_phase_waits_for_tokens_on_command_cards() -> None:
    table = Tabletop(army(VEERS), army(LEIA))
    table.command_phase("Ambush", "Push")
    table.blue.answers("park", "Veers")
    table.red.answers("turn", "Leia")
    assert table.step == "activation"
    asked = table.blue.asked("park.back")
    assert isinstance(asked, Prompt)
    assert not asked.standing
    table.blue.answers("park.back", "commander>1")
    table.blue.answers("turn", "Veers")
    assert table.step == "end"


@pytest.mark.rule("TB-36")
def test_a_round_is_over_when_both_seats_say_so() -> None:
    table = activation()
    assert table.blue.tries("end").rule == "TB-36"
    table.end_activation()
    table.blue.answers("end")
    assert not table.told(RoundEnded)
    assert table.blue.tries("end").rule == "TB-36", "said already"
    table.red.answers("end")
    assert table.last(RoundEnded).number == 1


@pytest.mark.rule("TB-37")
def test_the_rounds_card_is_discarded_and_standing_orders_goes_back_to_the_hand() -> None:
    table = activation("Standing Orders", "Push")
    assert [event.name for event in table.told(CardReturned)] == ["Standing Orders"], "before the Activation Phase"
    assert table.game.view(table.state).seats[0].card is not None, "it still is the round's card"
    table.end_round()
    assert [event.name for event in table.told(CardDiscarded)] == ["Push"]
    assert sorted(table.blue.hand) == ["Ambush", "Assault", "Push", "Standing Orders"]
    assert sorted(table.red.hand) == ["Ambush", "Assault", "Standing Orders"]
    table.both_play("Ambush", "Push")
    assert table.red.asked("select"), "a discarded card is not in the hand"


@pytest.mark.rule("TB-37")
def test_a_permanent_card_stays_until_it_is_discarded() -> None:
    lasting = replace(card("Lasting", 1), permanent=True)
    table = skirmish(cards=[lasting])
    table.command_phase("Lasting", "Push")
    table.end_round()
    assert (table.blue.side.lasting, table.blue.side.discard) == ((lasting.id,), ())
    assert table.red.tries("card.discard", lasting.id).rule == "TB-37"
    table.blue.answers("card.discard", lasting.id)
    assert (table.blue.side.lasting, table.blue.side.discard) == ((), (lasting.id,))


@pytest.mark.rule("TB-38")
def test_the_next_round_begins_with_the_table_cleared() -> None:
    table = activation()
    table.end_round()
    assert table.last(RoundBegan).number == 2
    assert table.step == "select"
    assert table.state.priority is None
    for player in (table.blue, table.red):
        assert player.pool == {}
        assert player.side.play.passes == 0
        assert not any(t.face_up or t.ordered or t.activations for t in player.side.troops)


@pytest.mark.rule("TB-38")
@pytest.mark.parametrize("rounds", [1, 2])
def test_after_the_last_round_the_match_is_over(rounds: int) -> None:
    table = Tabletop(army(VEERS, VADER, AT_ST), army(LEIA, REBELS), game=Legion2024(rounds=rounds))
    for first in ("Ambush", "Assault")[:rounds]:
        assert not table.game.over(table.state)
        table.command_phase(first, "Push" if first == "Ambush" else "Standing Orders")
        table.end_round()
    assert table.last(AllRoundsPlayed).rounds == rounds
    assert table.game.over(table.state)
    assert table.prompts() == ()
    assert table.blue.tries("defeat", "Veers").rule == "TB-20"


@pytest.mark.rule("TB-38")
def test_the_current_rulebook_has_five_rounds() -> None:
    assert Legion2024().rounds == 5


def test_a_defeated_unit_stays_defeated_in_the_next_round() -> None:
    table = activation()
    table.blue.answers("defeat", "AT-ST")
    table.end_round()
    assert table.blue.unit("AT-ST").defeated


def alone_in_the_pool() -> Tabletop:
    """Blue's only token in the pool is the AT-ST's."""
    table = Tabletop(army(VEERS, AT_ST), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    return table


@pytest.mark.rule("TB-34")
def test_a_promoted_units_token_on_a_command_card_is_exchanged() -> None:
    table = alone_in_the_pool()
    table.blue.answers("park", "pool:heavy")
    before = table.state
    (promoted,) = table.blue.answers("promote", "AT-ST")
    assert table.game.hand_outs(promoted) == (HandOut(BLUE, "commander", 1),)
    assert table.game.hand_backs(before, promoted) == (HandBack(BLUE, "heavy", 1, later=True),)
    assert (dict(table.blue.side.play.parked), table.blue.pool) == ({"commander": 1}, {})


@pytest.mark.rule("TB-34")
def test_of_two_tokens_a_promotion_exchanges_the_units_own() -> None:
    walkers = army(VEERS, AT_ST, AT_ST)
    ordered = Tabletop(walkers, army(LEIA, REBELS))
    ordered.both_play("Push", "Assault")
    ordered.blue.answers("orders", "AT-ST 1")
    ordered.blue.answers("park", "AT-ST 1")
    ordered.issue_all()
    ordered.blue.answers("promote", "AT-ST 1")
    assert dict(ordered.blue.side.play.parked) == {"commander": 1}
    assert ordered.blue.pool == {"heavy": 1}
    ordered.blue.answers("promote", "AT-ST 2")
    assert ordered.blue.pool == {"commander": 1}


@pytest.mark.rule("TB-34")
def test_before_the_pool_is_made_a_promotion_exchanges_the_token_on_the_card_too() -> None:
    table = Tabletop(army(VEERS, AT_ST, AT_ST), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST 1")
    table.blue.answers("park", "AT-ST 1")
    table.blue.answers("promote", "AT-ST 2")
    assert dict(table.blue.side.play.parked) == {"heavy": 1}, "AT-ST 2 has no token yet"
    table.blue.answers("promote", "AT-ST 1")
    assert dict(table.blue.side.play.parked) == {"commander": 1}
    table.issue_all()
    assert sum(table.blue.pool.values()) == 1


@pytest.mark.rule("TB-40")
@pytest.mark.parametrize("key", ["order.extra", "promote", "token.second", "token.look"])
def test_while_a_token_is_looked_at_nothing_else_reaches_into_the_pool(key: str) -> None:
    table = alone_in_the_pool()
    table.blue.answers("token.look")
    value = None if key == "token.look" else "AT-ST"
    assert table.blue.asked(key) is None
    assert table.blue.tries(key, value).rule == "TB-40"
    table.blue.answers("token.looked")
    table.blue.answers(key, value)


@pytest.mark.rule("TB-40")
def test_nor_does_a_token_go_into_the_pool_by_another_way() -> None:
    table = skirmish()
    table.command_phase("Push", "Assault")
    placed = next(troop.name for troop in table.blue.side.troops if troop.face_up)
    other = next(troop.name for troop in table.blue.side.troops if troop.face_up and troop.name != placed)
    table.blue.answers("park", placed)
    table.blue.answers("token.look")
    assert table.blue.tries("token.back", other).rule == "TB-40"
    assert not [option for option in table.blue.offered("park.back") if option.endswith(">pool")]
    assert table.red.asked("token.back"), "the other seat's pool is its own"


@pytest.mark.rule("TB-41")
def test_an_order_from_another_source_pays_out_no_second_token() -> None:
    table = alone_in_the_pool()
    table.blue.answers("park", "pool:heavy")
    assert table.blue.asked("order.extra") is None
    table.blue.answers("token.second", "AT-ST")
    table.blue.answers("park", "pool:heavy")
    assert table.blue.asked("order.extra") is None, "no token of this rank is left in the pool"
    table.blue.answers("park.back", "heavy>2")
    assert table.blue.unit("AT-ST").face_up


@pytest.mark.rule("TB-50")
@pytest.mark.parametrize("game", [Legion2024(), LegionClassic()])
def test_an_effect_during_the_phase_holds_up_no_turn(game: Legion) -> None:
    cards = [card("Hold the Line", 1, timing=Timing.ACTIVATION), card("Pinned Down", 2, timing=Timing.ACTIVATION)]
    table = Tabletop(army(VEERS, AT_ST, cards=cards), army(LEIA, REBELS, cards=cards), game=game)
    table.command_phase("Hold the Line", "Pinned Down")
    for player in (table.blue, table.red):
        asked = player.asked("effect")
        assert asked is not None
        assert asked.standing, "possible, not demanded"
    assert table.blue.asked("turn")
    table.red.answers("effect")
    assert [event.seat for event in table.told(EffectResolved)] == [RED], "each when it likes"
    assert table.red.tries("effect").rule == game.ids.get("LG-22", "LG-22"), "once"
    table.end_activation()
    assert [event.seat for event in table.told(EffectResolved)] == [RED, BLUE], "the phase ended with blue's"


@pytest.mark.rule("TB-50")
def test_at_the_end_of_the_phase_the_player_with_priority_confirms_first() -> None:
    cards = [card("Early", 1, timing=Timing.ACTIVATION), card("Late", 2, timing=Timing.ACTIVATION)]
    table = Tabletop(army(VEERS, cards=cards), army(LEIA, cards=cards))
    table.command_phase("Late", "Early")
    table.red.answers("turn", "Leia")
    table.blue.answers("turn", "Veers")
    assert table.step == "activation"
    assert table.blue.tries("effect").rule == "LG-22"
    asked = table.red.asked("effect")
    assert asked is not None
    assert not asked.standing
    table.red.answers("effect")
    table.blue.answers("effect")
    assert table.step == "end"


@pytest.mark.rule("TB-34")
def test_a_unit_that_is_back_after_its_phase_is_promoted_without_a_token() -> None:
    table = alone_in_the_pool()
    table.blue.answers("defeat", "AT-ST")
    table.end_activation()
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    (promoted,) = table.blue.answers("promote", "AT-ST")
    assert table.game.hand_outs(promoted) == ()
