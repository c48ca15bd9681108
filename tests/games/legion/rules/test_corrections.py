"""Corrections, and acts that players do by hand: TB-74, TB-75."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import RulesConfig
from table.devices.setup import Setup
from table.games.legion.rules.activation.turn_events import TokenDrawn
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.event_table import TABLE
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.orders.order_events import (
    CommanderMissing,
    CommanderNominated,
    OrderIssued,
    OrdersFinished,
)
from table.games.legion.rules.pools.pool_events import PoolCreated
from table.games.legion.rules.priority.priority_events import DieRolled, PriorityCorrected, PriorityGiven
from table.games.legion.rules.priority.priority_roll import REASONS, roller
from table.games.legion.rules.units.unit_events import UnitRestored
from table.rules.commands import Answer
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army, card, skirmish, slots


def by_hand(game: Legion) -> Tabletop:
    return Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS), (), game)


@pytest.mark.rule("TB-74")
def test_priority_is_given_up_with_a_reason_before_orders_are_issued() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    assert table.blue.offered("priority.correct") == list(REASONS)
    asked = table.blue.asked("priority.correct")
    assert asked is not None
    assert asked.setting, "like every correction it lies one level deeper than what is said often"
    assert table.red.tries("priority.correct", "pips").rule == "TB-74", "only who has it gives it up"
    assert table.blue.tries("priority.correct", "because").rule == "TB-74"
    table.blue.answers("priority.correct", "pips")
    corrected = table.last(PriorityCorrected)
    assert corrected == PriorityCorrected(RED, "pips")
    assert table.state.priority is RED
    table.issue_all()
    assert [event.seat for event in table.events_of(OrderIssued)] == [RED, RED, BLUE]
    assert table.state.turn is RED
    line = text("legion.story.corrected", seat=text("seat.red"), why=text("legion.why.pips"))
    assert TABLE.line(corrected) == line


@pytest.mark.rule("LC-21")
@pytest.mark.rule("TB-26")
@pytest.mark.rule("TB-76")
@pytest.mark.parametrize("game", [LegionClassic(), Legion2024()], ids=lambda game: game.system)
def test_who_has_the_round_counter_is_put_right_before_the_roll_and_stays_so(game: Legion) -> None:
    table = by_hand(game)
    assert table.blue.asked("correct") is None, "while cards are laid nothing comes between"
    table.both_play("Ambush", "Ambush")
    assert table.red.asked("roll") is None
    table.red.answers("correct", "roller")
    table.red.answers("correct.to", "red")
    table.red.answers("correct.why", "slip")
    table.blue.answers("correct.agree", "yes")
    assert table.blue.tries("roll", "block").rule == ("LC-21" if game.edition.counter else "LG-31")
    table.red.with_consent("roll", "block")
    assert table.state.priority is RED
    assert [roller(replace(table.state, round=number)) for number in (1, 2, 3)] == [RED, BLUE, RED]


@pytest.mark.rule("LC-21")
def test_the_screen_shows_who_has_the_round_counter() -> None:
    table = by_hand(LegionClassic())
    shown = [[counter.label.key for counter in seat.counters] for seat in table.game.view(table.state).seats]
    assert ["legion.counter.round" in each for each in shown] == [True, False]
    current = by_hand(Legion2024())
    assert "legion.counter.round" not in str(current.game.view(current.state)), "there it is nobody's"


@pytest.mark.rule("TB-74")
def test_and_before_the_first_turn_is_taken_but_not_after_it() -> None:
    table = skirmish()
    table.command_phase("Ambush", "Push")
    table.blue.answers("priority.correct", "slip")
    assert table.state.turn is RED
    table.red.answers("priority.correct", "slip")
    assert table.state.turn is BLUE
    table.blue.answers("turn", "draw")
    assert table.blue.tries("priority.correct", "slip").rule == "TB-74"
    if table.blue.asked("unit"):
        table.blue.answers("unit", table.blue.offered("unit")[0])
    for player in (table.blue, table.red):
        assert player.tries("priority.correct", "slip").rule == "TB-74"


@pytest.mark.rule("TB-74")
@pytest.mark.parametrize("step", ["select", "resolve"])
def test_there_is_no_priority_to_correct_before_it_is_given(step: str) -> None:
    table = skirmish(cards=[card("Late", 3, timing=Timing.UNTIMED)])
    if step == "resolve":
        table.both_play("Late", "Push")
    assert table.step == step
    for player in (table.blue, table.red):
        assert player.asked("priority.correct") is None


@pytest.mark.rule("TB-75")
@pytest.mark.parametrize("game", [Legion2024(rolls_by_hand=True), LegionClassic(rolls_by_hand=True)])
@pytest.mark.parametrize(("face", "first"), [("block", BLUE), ("surge", RED), ("blank", RED)])
def test_the_table_rolls_nothing_where_the_players_do(game: Legion, face: str, first: Seat) -> None:
    table = by_hand(game)
    table.both_play("Push", "Push")
    asked = table.blue.asked("roll")
    assert isinstance(asked, ChooseOne)
    assert [option.id for option in asked.options] == ["block", "surge", "blank"]
    assert table.blue.tries("roll").rule == "TB-75"
    table.blue.answers("roll", face)
    assert table.last(DieRolled).by_hand
    assert table.last(PriorityGiven).seat is first
    assert table.chance.questions == []


@pytest.mark.rule("TB-75")
def test_the_table_draws_nothing_where_the_players_do() -> None:
    table = by_hand(Legion2024(draws_by_hand=True))
    table.command_phase("Ambush", "Push")
    assert table.blue.offered("turn") == ["Veers", "drawn:corps", "drawn:heavy"]
    assert table.blue.tries("turn", "draw").rule == "TB-75"
    assert table.blue.asked("draw.by_hand") is None, "it is asked already"
    assert table.blue.asked("token.look") is None, "they look into their own bag"
    table.blue.answers("turn", "drawn:heavy")
    assert table.last(TokenDrawn) == TokenDrawn(BLUE, Rank.HEAVY, 0, by_hand=True)
    table.end_round()
    assert table.chance.questions == []


def tokens(table: Tabletop, since: int) -> tuple[list[HandOut], list[HandBack]]:
    """What was handed out and called back since so many events."""
    outs: list[HandOut] = []
    backs: list[HandBack] = []
    state = None
    for place, event in enumerate(table.journal):
        if place >= since and state is not None:
            outs += table.game.hand_outs(event)
            backs += table.game.hand_backs(state, event)
        state = table.game.evolve(state, event)
    return outs, backs


@pytest.mark.rule("TB-31")
@pytest.mark.rule("TB-75")
@pytest.mark.parametrize("game", [Legion2024(draws_by_hand=True), LegionClassic(draws_by_hand=True)])
def test_a_bag_is_filled_by_the_dispenser_once_and_what_it_holds_is_paid_out_no_more(game: Legion) -> None:
    table = by_hand(game)
    table.both_play("Ambush", "Push")
    while table.step != "activation":
        table.first_offered()
    pools = [HandOut(seat, rank, n) for seat in SEATS for rank, n in table.state.play(seat).pool]
    outs, backs = tokens(table, table.journal.index(table.events_of(PoolCreated)[0]))
    assert (outs, backs) == (pools, [])
    before = len(table.journal)
    table.blue.with_consent("order.extra", "AT-ST")
    table.blue.with_consent("park", "pool:corps")
    table.blue.with_consent("token.back", "AT-ST")
    table.blue.answers("park.back", "corps>pool")
    table.blue.answers("turn", "drawn:heavy")
    assert tokens(table, before) == ([], []), "out of the bag, and into it again"
    out = table.blue.side.out
    before = len(table.journal)
    table.end_round()
    assert tokens(table, before)[1][: len(out)] == [HandBack(BLUE, kind, n) for kind, n in out]
    assert table.blue.side.out == ()


@pytest.mark.rule("TB-39")
@pytest.mark.rule("TB-75")
def test_before_the_bag_is_filled_a_token_that_goes_back_goes_into_its_hopper() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS), (), Legion2024(draws_by_hand=True))
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Veers")
    before = len(table.journal)
    table.blue.with_consent("token.back", "Veers")
    assert tokens(table, before) == ([], [HandBack(BLUE, "commander", 1, later=True)])
    table.issue_all()
    assert table.blue.pool["commander"] == 1
    assert dict(table.blue.side.out)["commander"] == 1


@pytest.mark.rule("TB-34")
@pytest.mark.rule("TB-75")
def test_a_bag_is_set_right_where_a_units_token_changes_or_comes_again() -> None:
    table = by_hand(Legion2024(draws_by_hand=True))
    table.command_phase("Ambush", "Push")
    before = len(table.journal)
    table.blue.with_consent("promote", "Snowtroopers")
    assert tokens(table, before) == ([HandOut(BLUE, "commander", 1)], [HandBack(BLUE, "corps", 1, later=True)])
    before = len(table.journal)
    table.blue.with_consent("token.second", "AT-ST")
    assert tokens(table, before) == ([HandOut(BLUE, "heavy", 1)], [])
    table.blue.answers("defeat", "Snowtroopers")
    table.blue.answers("turn", "drawn:commander")
    before = len(table.journal)
    table.blue.answers("restore", "Snowtroopers")
    table.blue.answers("restore.why", "slip")
    assert tokens(table, before) == ([], []), "its token was drawn for nobody, and lies on the table"
    assert table.blue.pool["commander"] == 1
    line = TABLE.line(table.last(UnitRestored))
    assert line is not None
    assert line.key == "legion.story.restored_bag"


@pytest.mark.rule("TB-75")
def test_the_configuration_switches_them() -> None:
    def settings(rules: RulesConfig) -> Mapping[str, tuple[bool, bool, int]]:
        made = Setup.of(Config(rules=rules)).games
        return {
            name: (game.rolls_by_hand, game.draws_by_hand, game.rounds)
            for name, game in made.items()
            if isinstance(game, Legion)
        }

    assert settings(RulesConfig()) == {"legion_2024": (False, False, 5), "legion_classic": (False, False, 6)}
    assert settings(RulesConfig(rolls_by_hand=True))["legion_2024"] == (True, False, 5)
    assert settings(RulesConfig(draws_by_hand=True))["legion_classic"] == (False, True, 6)
    table = by_hand(Legion2024(rolls_by_hand=True, draws_by_hand=True))
    assert (table.state.rolls_by_hand, table.state.draws_by_hand) == (True, True), "from the journal's first event"
    assert table.refuses(Answer(BLUE, "roll")).rule == "LG-31"


@pytest.mark.rule("TB-33")
@pytest.mark.rule("TB-49")
def test_a_nominated_unit_that_is_back_issues_the_rest_of_its_orders() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Vader")
    table.blue.answers("defeat", "Veers")
    assert table.red.asked("orders")
    table.blue.answers("restore", "Veers")
    table.blue.answers("restore.why", "slip")
    assert table.red.asked("orders") is None
    table.blue.answers("orders", "Veers")
    assert table.red.asked("orders"), "two orders in all"


@pytest.mark.rule("TB-33")
@pytest.mark.rule("TB-49")
def test_a_nominated_unit_that_is_back_twice_finishes_its_orders_once() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    for ordered in ("Vader", "Veers"):
        table.blue.answers("orders", ordered)
        table.blue.answers("defeat", "Veers")
        table.blue.answers("restore", "Veers")
        table.blue.answers("restore.why", "slip")
    assert [event.seat for event in table.events_of(OrdersFinished)] == [BLUE]


@pytest.mark.rule("TB-33")
@pytest.mark.rule("LG-41")
def test_a_leader_that_is_back_can_be_nominated() -> None:
    table = skirmish(cards=[card("Scheme", 1, timing=Timing.UNTIMED)])
    table.both_play("Scheme", "Assault")
    table.blue.answers("defeat", "Veers")
    table.blue.answers("effect")
    assert table.last(CommanderMissing).seat is BLUE, "Vader is an operative"
    table.blue.answers("restore", "Veers")
    table.blue.answers("restore.why", "wounds")
    assert table.last(CommanderNominated).name == "Veers"
    assert table.blue.asked("orders")


@pytest.mark.rule("TB-33")
@pytest.mark.parametrize("game", [Legion2024(), LegionClassic()])
def test_a_unit_that_was_not_defeated_after_all_gives_the_reason_before_anything_else_goes_on(game: Legion) -> None:
    table = by_hand(game)
    table.command_phase("Ambush", "Push")
    table.blue.answers("defeat", "Snowtroopers")
    table.blue.answers("restore", "Snowtroopers")
    assert table.blue.unit("Snowtroopers").defeated, "not before it is said"
    assert table.blue.asked("restore") is None, "one after the other"
    assert next(prompt.key for prompt in table.prompts() if prompt.seat is BLUE) == "restore.why"
    assert table.blue.tries("restore.why", "pips").rule == "TB-33"
    table.blue.answers("restore.why", "wounds")
    restored = table.last(UnitRestored)
    assert (restored.name, restored.why) == ("Snowtroopers", "wounds")
    assert not table.blue.unit("Snowtroopers").defeated
    line = text("legion.story.restored_why", seat=text("seat.blue"), name="Snowtroopers", why=text("legion.why.wounds"))
    assert TABLE.line(restored) == line


@pytest.mark.rule("TB-33")
@pytest.mark.parametrize("game", [Legion2024(), LegionClassic()])
def test_no_step_is_over_while_the_reason_is_asked(game: Legion) -> None:
    table = by_hand(game)
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("restore", "AT-ST")
    table.both_play("Ambush", "Push")
    assert table.step == "select"
    table.blue.answers("restore.why", "rule")
    assert table.step == "orders"


@pytest.mark.rule("TB-33")
@pytest.mark.rule("TB-36")
def test_and_no_round_is_over_with_the_unit_still_gone() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    table.issue_all()
    table.blue.answers("defeat", "AT-ST")
    table.end_activation()
    table.blue.ends_round()
    table.blue.answers("restore", "AT-ST")
    table.red.ends_round()
    assert (table.state.round, table.step) == (1, "end")
    table.blue.answers("restore.why", "slip")
    assert (table.state.round, table.step) == (2, "select")
    assert not table.blue.unit("AT-ST").defeated


TWO_CORPS = card("Forward", 1, slots(2, ranks=(Rank.CORPS,)))
TWO_COMMANDERS = card("Council", 1, slots(2, ranks=(Rank.COMMANDER,)))


@pytest.mark.rule("TB-33")
@pytest.mark.rule("LG-47")
def test_a_unit_that_is_back_has_the_order_that_was_lost_without_it() -> None:
    table = skirmish(cards=[TWO_CORPS])
    table.both_play("Forward", "Assault")
    table.blue.answers("orders", "Snowtroopers 1")
    table.blue.answers("defeat", "Snowtroopers 2")
    table.blue.answers("defeat", "AT-ST")
    assert table.last(OrdersFinished).lost == 1
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.asked("orders") is None, "it is no corps unit"
    table.blue.answers("restore", "Snowtroopers 2")
    table.blue.answers("restore.why", "slip")
    assert table.blue.offered("orders") == ["Snowtroopers 2"]


@pytest.mark.rule("TB-33")
@pytest.mark.rule("LG-44")
def test_a_unit_that_had_its_order_has_no_other_one_when_it_is_back() -> None:
    table = skirmish(cards=[TWO_CORPS])
    table.both_play("Forward", "Assault")
    table.blue.answers("orders", "Snowtroopers 1")
    table.blue.answers("defeat", "Snowtroopers 2")
    table.blue.answers("defeat", "Snowtroopers 1")
    table.blue.answers("restore", "Snowtroopers 1")
    table.blue.answers("restore.why", "slip")
    assert table.blue.asked("orders") is None
    assert table.last(OrdersFinished).lost == 1, "and the order that was lost stays lost"


@pytest.mark.rule("TB-33")
def test_any_slot_of_the_card_may_be_that_of_the_unit_that_is_back() -> None:
    table = skirmish(cards=[card("Mixed", 1, (*slots(1, ranks=(Rank.CORPS,)), *slots(1, ranks=(Rank.HEAVY,))))])
    table.both_play("Mixed", "Assault")
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("orders", "Snowtroopers 1")
    assert table.blue.asked("orders") is None
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.offered("orders") == ["AT-ST"]


@pytest.mark.rule("TB-34")
@pytest.mark.rule("LC-35")
def test_a_promoted_unit_that_the_card_reaches_now_is_asked_for_its_distance() -> None:
    hand = (TWO_COMMANDERS,)
    armies = (army(VEERS, SNOWTROOPERS, LEIA, cards=hand), army(LEIA, REBELS, REBELS, cards=hand))
    table = Tabletop(*armies, (), LegionClassic())
    table.both_play("Council", "Push")
    table.blue.answers("nominate", "Veers")
    assert table.blue.offered("orders") == ["Veers", "Leia"]
    table.blue.with_consent("promote", "Snowtroopers")
    assert table.blue.offered("orders") == ["Veers", "Snowtroopers", "Leia"]


@pytest.mark.rule("TB-34")
@pytest.mark.rule("LG-41")
def test_a_unit_promoted_for_want_of_a_commander_can_be_nominated() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Veers")
    table.both_play("Push", "Ambush")
    assert table.last(CommanderMissing).lost == 2
    table.blue.with_consent("promote", "Snowtroopers 1")
    assert table.last(CommanderNominated).name == "Snowtroopers 1"
