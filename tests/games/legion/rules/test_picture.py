"""The public view of a match at each moment, and its story."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import TokenDrawn
from table.games.legion.rules.event_table import TABLE
from table.games.legion.rules.model.armies import Rank, Slot, Timing
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import card_option, names, token_option
from table.games.legion.rules.model.state import Activation, with_play
from table.games.legion.rules.orders.order_events import OrderIssued, OrdersFinished
from table.games.legion.rules.pools.pool_events import PoolCreated, TokenParked
from table.games.legion.rules.priority.priority_events import DieRolled
from table.games.legion.rules.reading.card_reading import orders_line
from table.games.legion.rules.selection.selection_events import CardPlayed
from table.games.legion.rules.units.unit_events import UnitPromoted, UnitRestored
from table.rules.game import Event
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.view import Card, View
from table.words import Words
from tests.games.legion.rules.kit import (
    AMBUSH,
    LEIA,
    PUSH,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    army,
    card,
    keyword,
    skirmish,
    unit,
)

WORDS = Words("en")


def seen(table: Tabletop) -> View:
    return table.game.view(table.state)


def headline(table: Tabletop) -> str:
    return WORDS.say(seen(table).headline)


def states(table: Tabletop) -> dict[str, str]:
    """Of each of blue's units."""
    return {piece.name: piece.state for piece in seen(table).seats[0].pieces}


def activating() -> Tabletop:
    """Leia, who was ordered, has been activated; it is blue's turn."""
    table = skirmish()
    table.command_phase("Push", "Ambush")
    table.red.answers("turn", "Leia")
    return table


@pytest.mark.rule("LA-62")
def test_the_headline_reports_that_no_card_is_selected_before_the_set_up_is_over() -> None:
    truck = keyword(Keyword.TRANSPORT, unit("Truck", Rank.HEAVY))
    table = Tabletop(army(VEERS, truck, SNOWTROOPERS), army(LEIA, REBELS))
    assert seen(table).headline.key == "legion.headline.setup"
    table.blue.answers("passenger", "none")
    assert seen(table).headline.key == "legion.headline.select"


def test_the_headline_reports_what_is_going_on() -> None:
    table = skirmish()
    assert seen(table).headline.key == "legion.headline.select"
    table.both_play("Push", "Ambush")
    assert seen(table).headline.key == "legion.headline.orders"
    table.issue_all()
    assert seen(table).headline.key == "legion.headline.turn"
    assert "Red" in headline(table)
    table.end_activation()
    assert seen(table).headline.key == "legion.headline.end"


def test_the_headline_names_the_one_seat_that_lays_a_card() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Veers")
    table.blue.answers("defeat", "Vader")
    assert seen(table).headline.key == "legion.headline.one_selects"
    assert "Red" in headline(table)


def test_steps_are_done_now_or_ahead() -> None:
    assert [step.state for step in seen(skirmish()).steps] == ["now", *["ahead"] * 7]
    assert [step.state for step in seen(activating()).steps] == [*["done"] * 6, "now", "ahead"]


def test_units_are_ordered_active_done_or_gone() -> None:
    table = activating()
    red = {piece.name: piece.state for piece in seen(table).seats[1].pieces}
    assert red == {"Leia": "active", "Rebels 1": "", "Rebels 2": ""}
    assert states(table)["Veers"] == "ordered"
    table.blue.answers("turn", "Veers")
    assert states(table)["Veers"] == "active"
    assert seen(table).seats[1].pieces[0].state == "done", "one unit is the last"
    table.blue.answers("defeat", "AT-ST")
    assert states(table)["AT-ST"] == "gone"


def test_the_commander_has_a_badge() -> None:
    badges = {piece.name: piece.badges for piece in seen(activating()).seats[0].pieces}
    assert [name for name, badge in badges.items() if badge] == ["Veers"]


def test_a_pool_is_shown_once_it_is_made() -> None:
    assert seen(skirmish()).seats[0].pools == ()
    (pool,) = seen(activating()).seats[0].pools
    assert pool.counts == (("rank.corps", 2), ("rank.heavy", 1))


def test_the_orders_line_of_a_card_is_the_printed_one_or_what_is_known() -> None:
    printed = replace(card("Printed", 2), orders="2 TROOPERS")
    unread = replace(card("Unread", 1), slots=None)
    table = skirmish(cards=[printed, unread])
    table.both_play("Printed", "Unread")
    blue, red = (seat.card for seat in seen(table).seats)
    assert isinstance(blue, Card)
    assert isinstance(red, Card)
    assert [WORDS.say(each.note) for each in (blue, red) if each.note] == ["2 TROOPERS", "Not entered"]
    table = activating()
    (note,) = [seat.card.note for seat in seen(table).seats[:1] if seat.card]
    assert note is not None
    assert WORDS.say(note) == "2 × any unit"


@pytest.mark.rule("LG-45")
@pytest.mark.parametrize(
    ("slots", "line"),
    [
        ((), "nobody"),
        ((Slot(), Slot()), "2 × any unit"),
        ((Slot(ranks=(Rank.CORPS,), every=True),), "each corps"),
        ((Slot(names=("Veers", "Vader")),), "1 × Veers or Vader"),
        ((Slot(ranks=(Rank.CORPS,), types=("trooper",)),), "1 × corps, trooper"),
        ((Slot(ranks=(Rank.CORPS,), types=("trooper",), either=True),), "1 × corps or trooper"),
        ((Slot(ranks=(Rank.CORPS, Rank.HEAVY)),), "1 × corps or heavy"),
        ((Slot(types=("creature", "vehicle")),), "1 × creature or vehicle"),
        ((Slot(factions=("empire",)),), "1 × empire"),
        ((Slot(affiliations=("mercenary",)), Slot(), Slot()), "1 × mercenary and 2 × any unit"),
        ((Slot(names=("A",)), Slot(names=("B",)), Slot(names=("C",))), "1 × A and 1 × B and 1 × C"),
    ],
)
def test_an_orders_line_in_words(slots: tuple[Slot, ...], line: str) -> None:
    assert WORDS.say(orders_line(slots)) == line


def test_units_of_one_name_are_distinguished_by_title_or_number() -> None:
    young = unit("Vader", Rank.COMMANDER, title="Young")
    named = names(army(VEERS, VADER, young, SNOWTROOPERS, SNOWTROOPERS))
    assert list(named.values()) == ["Veers", "Vader, Dark Lord", "Vader, Young", "Snowtroopers 1", "Snowtroopers 2"]
    assert list(names(army(VADER, young, young)).values()) == ["Vader, Dark Lord", "Vader, Young 1", "Vader, Young 2"]
    assert list(names(army(VADER, unit("Vader"))).values()) == ["Vader, Dark Lord", "Vader"]
    assert list(names(army(VADER, VADER)).values()) == ["Vader 1", "Vader 2"], "the title would tell nothing"


def test_tokens_and_cards_are_offered_by_name() -> None:
    assert WORDS.say(token_option("corps").label) == "corps token"
    assert WORDS.say(card_option(PUSH).label) == "Push"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (CardPlayed(BLUE, "x", "Push"), "Blue plays Push"),
        (
            UnitPromoted(BLUE, "1", "AT-ST", Rank.HEAVY, Rank.COMMANDER, True, 0, 0),
            "Blue promotes AT-ST to commander",
        ),
        (DieRolled(BLUE, "red_defense", "block", 0, False), "Blue rolls a block"),
        (DieRolled(BLUE, "red_defense", "block", 0, True), "Blue rolls a block, by hand"),
        (OrderIssued(RED, "1", "Leia", Rank.COMMANDER), "Red gives Leia an order"),
        (OrderIssued(RED, "1", "Leia", Rank.COMMANDER, extra=True), "Red gives Leia one more order"),
        (TokenDrawn(BLUE, Rank.CORPS, 0, False), "Blue draws: corps token"),
        (TokenDrawn(BLUE, Rank.CORPS, 0, True), "Blue draws by hand: corps token"),
        (OrdersFinished(BLUE, 2), "Blue has more orders than units: 2 are lost"),
        (OrdersFinished(BLUE, 0), None),
        (PoolCreated(RED, (("corps", 2),)), None),
        (PoolCreated(RED, (("corps", 2),), bag=True), "Red's order pool goes into the bag"),
        (PoolCreated(RED, (), bag=True), None),
        (
            UnitRestored(BLUE, "1", "Veers", 0, "slip"),
            "Blue's Veers is not defeated after all. A button was pressed by mistake",
        ),
        (TokenParked(BLUE, Rank.CORPS, "", ""), "Blue puts on a command card: corps token"),
    ],
)
def test_the_story_in_words(event: Event, line: str | None) -> None:
    story_line = TABLE.line(event)
    assert (story_line and WORDS.say(story_line)) == line


def test_what_a_seat_brought_is_spent_when_it_is_discarded_or_defeated() -> None:
    table = Tabletop(army(VEERS, unit("Seeker", None), VADER), army(VADER))
    brought = {one.name: one for one in table.game.belongings(table.state, BLUE)}
    assert list(brought) == ["Ambush", "Push", "Assault", "Standing Orders", "Veers", "Seeker", "Vader"]
    assert [one.rank for one in brought.values()] == ["", "", "", "", "commander", "", "operative"]
    assert not any(one.spent for one in brought.values())
    table.command_phase("Ambush", "Push")
    table.blue.answers("defeat", "Veers")
    table.end_round()
    spent = [one.name for one in table.game.belongings(table.state, BLUE) if one.spent]
    assert spent == ["Ambush", "Veers"]
    assert AMBUSH.id in table.blue.side.discard


def test_the_headline_reports_that_it_is_over() -> None:
    table = skirmish()
    table.state = replace(table.state, over=True)
    assert seen(table).headline.key == "legion.headline.over"


def test_the_headline_has_whose_card_acts_now_and_never_its_words() -> None:
    first, second = card("Ploy", 1, timing=Timing.UNTIMED), card("Rally", 2, timing=Timing.UNTIMED)
    table = skirmish(cards=[first, second])
    table.both_play("Ploy", "Rally")
    assert headline(table) == "Blue resolves Ploy"
    table.blue.answers("effect")
    assert headline(table) == "Red resolves Rally"
    table.red.answers("effect")
    assert seen(table).headline.key == "legion.headline.orders"


def test_a_card_that_is_still_to_be_read_off_does_not_act_yet() -> None:
    table = skirmish(cards=[replace(card("Ploy", 1), slots=None), card("Rally", 2, timing=Timing.UNTIMED)])
    table.both_play("Ploy", "Rally")
    assert seen(table).headline.key == "legion.headline.resolve"


@pytest.mark.rule("LG-31")
def test_the_last_roll_reports_what_it_decided_once_it_has() -> None:
    table = skirmish()
    assert seen(table).rolled is None
    table.both_play("Push", "Push")
    table.blue.answers("roll")
    rolled = seen(table).rolled
    assert rolled is not None
    assert rolled.decided == text("legion.rolled.priority", seat=text(f"seat.{table.state.priority}"))
    table.state = replace(table.state, priority=None)
    assert seen(table).rolled == table.state.rolled, "it is open"
    assert table.state.rolled is not None
    assert table.state.rolled.decided is None


@pytest.mark.rule("LA-10")
def test_tokens_that_chance_laid_on_a_card_are_counted_and_not_named() -> None:
    table = skirmish()
    table.state = with_play(table.state, BLUE, aside=(Rank.CORPS, Rank.HEAVY))
    blue, red = seen(table).seats
    assert [c.value for c in blue.counters if c.label == text("legion.counter.aside")] == [2]
    assert text("legion.counter.aside") not in [c.label for c in red.counters]


@pytest.mark.rule("LA-06")
def test_the_unit_of_the_last_turn_is_marked_and_while_one_acts_that_one() -> None:
    table = skirmish()
    table.state = replace(table.state, step="activation", active=(RED, "1"))
    assert [[p.name for p in seat.pieces if p.state == "active"] for seat in seen(table).seats] == [[], ["Leia"]]
    table.state = replace(table.state, going_on=(Activation(BLUE, "2"),))
    assert [[p.name for p in seat.pieces if p.state == "active"] for seat in seen(table).seats] == [["Vader"], []]


@pytest.mark.rule("TB-20")
def test_a_refused_card_is_shown_as_one_that_does_not_count() -> None:
    table = skirmish()
    table.state = with_play(table.state, BLUE, refused=PUSH.id, card="")
    blue, red = seen(table).seats
    assert blue.card == Card("Push", text("legion.card.refused"), counts=False)
    assert red.card is None
