"""Evenings of classic Legion at the virtual table: what LC-14, LC-18 and LC-22 look like to the people at it."""

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin, disagreements
from table.emulation.hands.player import BotPlayer
from table.emulation.virtual_table import VirtualTable
from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.games.legion.rules.selection.selection_events import CardPlayed, CardRefused
from table.games.legion.rules.units.unit_events import UnitDefeated
from table.rules.prompts import AnyPrompt, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text
from table.words import Words
from tests.emulation.shown_texts import texts

pytestmark = pytest.mark.slow

SIDES = {BLUE: "sample:empire_krennic_vader", RED: "sample:rebels_han_leia"}


class Guests:
    """Two players who do what the test reports them, with hands and buttons."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        hands = {seat: table.hands(seat) for seat in SEATS}
        self._hands = hands
        self._players = {
            seat: BotPlayer(seat, hands[seat], partial(table.session.hand, seat), random.Random(1)) for seat in SEATS
        }

    def asked(self, seat: Seat, key: str) -> AnyPrompt | None:
        return next((p for p in self.table.now.prompts if p.key == key and p.seat in (seat, None)), None)

    def answer(self, seat: Seat, key: str, value: Value = None) -> None:
        prompt = self.asked(seat, key)
        assert prompt is not None, f"{seat} is not asked for {key}"
        self._players[seat].answer(prompt, value, lambda: self.table.now)

    def lock(self, seat: Seat, card: str) -> None:
        self._hands[seat].clear()
        self._hands[seat].lay(f"legion.card.{card}")
        self._hands[seat].hold()

    def dial(self) -> None:
        for seat in SEATS:
            self.answer(seat, "match.number", 7)

    @property
    def story(self) -> list[str]:
        words = Words("en")
        view = self.table.now.view
        return [] if view is None else [words.say(line) for line in view.story]

    def card(self, seat: Seat) -> tuple[str, bool] | None:
        view = self.table.now.view
        assert view is not None
        shown = view.seats[SEATS.index(seat)].card
        return None if shown is None else (shown.name, shown.counts)


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    config = Config(state=StateConfig(folder=str(tmp_path)), readers=quick_readers(), rounds={"legion_classic": 2})
    table = VirtualTable(Setup.of(config), seed=3)
    begin(table, "legion_classic", SIDES)
    guests = Guests(table)
    guests.dial()
    yield guests
    assert disagreements(table) == ()
    table.close()


@pytest.mark.campaign
@pytest.mark.rule("LC-18")
@pytest.mark.rule("LC-22")
def test_change_of_plans_meets_annihilation_looms(guests: Guests) -> None:
    guests.lock(BLUE, "annihilation-looms")
    guests.lock(RED, "change-of-plans")
    assert guests.card(BLUE) == ("Annihilation Looms", True)
    assert guests.asked(BLUE, "effect") is None
    guests.answer(RED, "card.back")
    assert guests.card(BLUE) == ("Annihilation Looms", False)
    guests.answer(BLUE, "instead", "none")
    guests.answer(RED, "instead.agree", "yes")
    guests.answer(RED, "effect")
    assert "Annihilation Looms returns to Blue's hand" in guests.story
    assert "Red has priority" in guests.story, "red alone has a card"
    play = guests.table.session.play
    assert play is not None
    assert [event.name for event in play.events() if isinstance(event, EffectResolved)] == ["Change of Plans"]
    guests.table.wait(1.0)
    while guests.asked(RED, "orders") is None:
        prompt = next(p for p in guests.table.now.prompts if p.seat is RED and not p.standing)
        guests.answer(RED, prompt.key, prompt.sample(lambda n: n - 1))
    guests.table.wait(4.0)


@pytest.mark.rule("LC-14")
def test_an_illegal_card_becomes_standing_orders(guests: Guests) -> None:
    view = guests.table.now.view
    assert view is not None
    (vader,) = (piece.id for piece in view.seats[0].pieces if "Vader" in piece.name)
    guests.answer(BLUE, "defeat", vader)
    guests.lock(BLUE, "implacable")
    guests.lock(RED, "push")
    assert guests.card(BLUE) == ("Standing Orders", True)
    play = guests.table.session.play
    assert play is not None
    kinds = (UnitDefeated, CardRefused, CardPlayed, PriorityGiven)
    reported = [type(event).__name__ for event in play.events() if isinstance(event, kinds)]
    assert reported == ["UnitDefeated", "CardRefused", "CardPlayed", "CardPlayed", "PriorityGiven"]
    assert any("Implacable" in line for line in guests.story)
    guests.table.wait(4.0)


@pytest.mark.campaign
@pytest.mark.rule("TB-73")
def test_an_order_is_undone_and_its_token_goes_back(guests: Guests) -> None:
    guests.lock(BLUE, "ambush")
    guests.lock(RED, "push")
    table = guests.table
    table.wait_for(lambda _: guests.asked(BLUE, "orders") is not None)
    before = table.now.view
    guests.answer(BLUE, "order.extra", "3")
    assert guests.asked(RED, "match.undo") is None, "the token is still falling"
    assert table.wait_for(lambda _: guests.asked(RED, "match.undo") is not None)
    assert len(table.fallen) == 1
    guests.answer(RED, "match.undo")
    focus = table.now.desks[0].focus
    assert focus is not None
    assert focus.prompt == "match.undo.agree", "blue sees it at once"
    guests.answer(BLUE, "match.undo.agree", "yes")
    assert table.now.view is not None
    assert before is not None
    assert table.now.view.seats == before.seats
    table.put_back("special", 1)
    guests.answer(BLUE, "match.tokens_back")
    assert guests.story[-2:] == ["The last answer was undone.", "Tokens back in the dispenser: 1."]
    table.kill_host()
    assert table.now.view.seats == before.seats, "the journal undoes it again"


@pytest.mark.campaign
def test_bots_play_a_classic_evening_to_its_end_and_everything_is_shown_in_words(tmp_path: Path) -> None:
    config = Config(state=StateConfig(folder=str(tmp_path)), readers=quick_readers(), rounds={"legion_classic": 1})
    table = VirtualTable(Setup.of(config), seed=5)
    begin(table, "legion_classic", SIDES)
    words, missing = Words("en"), set[str]()
    evening = BotMatch(table, random.Random(5), defeats=0.05)
    while table.now.view is None or not table.now.view.over:
        missing |= {wanted.key for wanted in every_text(table) if wanted.key not in words}
        evening.act()
    evening.settle()
    assert missing == set()
    assert disagreements(table) == ()
    table.close()


def every_text(table: VirtualTable) -> Iterator[Text]:
    return texts(table.now)
