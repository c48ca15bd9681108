"""Scenes as they come at a real table: the session in emulation, answered question by question.

Nothing here is made up but what the players answer; each evening is played once for all tests.
"""

import os
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.rules.commands import Answer
from table.rules.match.judge import CARD as JUDGE
from table.rules.match.judge import LOG
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Roll, SealedCard, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.input import Marked, Pointed
from table.session.match_switch import NEXT_MATCH
from table.view.published import Published, ReaderState

Shots = dict[str, Published]

PAYOUT_S = 4.0
"""Long enough for the tokens of one answer to fall."""
CHAIN = "3fa9c04e7f3a21c9" + "0" * 48
"""Where a picture shows how a file ends: a real one is another with every change of a rule."""
PLAYED_S = 1_760_000_000
"""The time at which a match was left, so that its day is the same in every picture: noon in Europe, in October 2025."""
MODEST = ("none", "no", "agreed", "decline")
"""What somebody answers who wants to get on."""


class StagedTable:
    """A table whose players answer what they are asked to, and whatever else is asked as modestly as can be."""

    def __init__(self, system: str, blue: str, red: str, seed: int = 1) -> None:
        self._folder = tempfile.TemporaryDirectory()
        config = Config(state=StateConfig(folder=self._folder.name), readers=quick_readers())
        self.table = VirtualTable(Setup.of(config), seed=seed)
        begin(self.table, system, {BLUE: blue, RED: red})

    @property
    def now(self) -> Published:
        return self.table.now

    @property
    def folder(self) -> Path:
        return Path(self._folder.name)

    def say(self, seat: Seat, key: str, value: Value = None) -> None:
        asked = [p for p in self.now.prompts if p.key == key and p.seat in (None, seat)]
        if not any(prompt.accepts(value) for prompt in asked):
            raise LookupError(f"nobody asks {seat} {key!r} for {value!r}; asked is {[p.key for p in self.now.prompts]}")
        self.table.session.step(Answer(seat, key, value))

    def settle(self) -> None:
        """Until the tokens have fallen."""
        self.table.wait_for(lambda now: not any(one.state == "asked" for one in now.handing), PAYOUT_S)

    def asked(self, key: str, seat: Seat | None = None) -> AnyPrompt:
        return next(p for p in self.now.prompts if p.key == key and (seat is None or p.seat is seat))

    def until(self, key: str, seat: Seat | None = None, most: int = 200) -> None:
        """Answer modestly whatever is asked until this is, or one that begins with it, if it ends in a dot."""
        for _ in range(most):
            waited = [p for p in self.now.prompts if not p.standing]
            if any(_is(p, key) and seat in (None, p.seat) for p in waited):
                return
            if not waited:
                self.settle()
                continue
            first = next((p for p in waited if p.key.startswith("match.")), waited[0])
            self.say(first.seat or BLUE, first.key, modest(first))
        raise LookupError(f"{key} was never asked")

    def look(self, seat: Seat, key: str, cursor: int = 0, *marked: str) -> None:
        """A finger of this seat: here, and these are marked."""
        self.table.session.step(Pointed(seat, key, cursor))
        for option in marked:
            self.table.session.step(Marked(seat, key, option))
        if marked:
            self.table.session.step(Pointed(seat, key, cursor))

    def close(self) -> None:
        self.table.close()
        self._folder.cleanup()


def _is(prompt: AnyPrompt, key: str) -> bool:
    return prompt.key.startswith(key) if key.endswith(".") else prompt.key == key


def modest(prompt: AnyPrompt) -> Value:
    match prompt:
        case SealedCard():
            raise LookupError("a card is asked for: lay one")
        case ChooseOne(options=options):
            return next((one.id for one in options if one.id in MODEST), options[0].id)
        case ChooseSome(options=options, least=least):
            return tuple(one.id for one in options[:least])
        case Number(least=least):
            return least
        case Roll() | _:
            return None


def unasked_card(published: Published) -> Published:
    """The same with a card on blue's reader, for which nobody has asked."""
    blue, red = published.desks
    return replace(published, match="idle", desks=(replace(blue, reader=ReaderState.CARD), red))


@cache
def tide() -> Shots:
    shots: Shots = {}
    at = StagedTable("tide_of_iron", "sample:mill_bridge/american", "sample:mill_bridge/german")
    at.say(BLUE, "match.number", 40)
    at.say(RED, "match.number", 7)
    shots["tide_setup"] = at.now
    at.say(BLUE, "deploy", ("1b",))
    at.say(RED, "deploy", ("8d",))
    at.say(BLUE, "ready")
    at.table.wait(0.6)
    at.look(BLUE, "card", 1)
    shots["tide_action"] = at.now
    at.settle()
    at.say(BLUE, "card", "tide_of_iron.american.smoke-on-the-river")
    at.say(BLUE, "effect", "gain.points")
    at.say(BLUE, "gain.points", 9)
    shots["tide_effect"] = at.now
    at.say(BLUE, "effect", "done")
    at.say(BLUE, "action")
    at.look(BLUE, "units", 0, "4c", "6e", "5c")
    at.look(RED, "units", 1, "1b")
    shots["tide_control"] = at.now
    at.say(BLUE, "units", ("4c", "6e", "5c"))
    at.say(RED, "units", ("5g",))
    shots["tide_sheet"] = at.now
    for seat in SEATS:
        at.say(seat, "sheet.agree", "agreed")
    at.settle()
    at.until("spent")
    at.settle()
    shots["tide_spend"] = at.now
    shots["idle_card"] = unasked_card(at.now)
    spender = at.asked("spent").seat or BLUE
    at.look(spender, "initiative", 3)
    shots["tide_initiative"] = at.now
    at.say(spender, "initiative", 2)
    at.until("action")
    shots["tide_round"] = at.now
    at.until("match.close")
    at.settle()
    shots["tide_over"] = at.now
    at.say(BLUE, "match.close")
    at.until(NEXT_MATCH)
    shots["tide_closed"] = replace(at.now, chain=CHAIN)
    at.close()
    return shots


@cache
def infinity() -> Shots:
    shots: Shots = {}
    at = StagedTable("infinity", "sample:first_watch", "sample:red_harbour", seed=4)
    at.say(BLUE, "match.number", 12)
    at.say(RED, "match.number", 99)
    at.until("first")
    shots["infinity_first"] = at.now
    for seat in SEATS:
        at.say(seat, "first", str(RED))
    at.until("deploy")
    shots["infinity_deploy"] = at.now
    at.until("strategic")
    shots["infinity_window"] = at.now
    at.until("checks")
    shots["infinity_checks"] = at.now
    at.until("order", RED)
    at.settle()
    shots["infinity_orders"] = at.now
    at.say(RED, "order", "group.1")
    at.say(RED, "use", "coordinate")
    at.say(RED, "use.pool", "1")
    at.look(RED, "use.troopers", 3, "1", "2", "4")
    shots["infinity_coordinated"] = at.now
    at.say(RED, "use.troopers", ("1", "2", "4"))
    at.say(RED, "use", "doctor")
    at.say(RED, "use.trooper", "2")
    at.say(RED, "use.cube", "yes")
    at.say(RED, "use.who", "1")
    at.look(RED, "use.wip", 12)
    shots["infinity_wip"] = at.now
    at.say(RED, "use.wip", 12)
    at.until("reroll")
    shots["infinity_reroll"] = at.now
    at.say(RED, "reroll")
    shots["infinity_rolled"] = at.now
    at.until("states")
    shots["infinity_states"] = at.now
    at.say(RED, "states")
    at.until("order", BLUE)
    at.settle()
    at.say(BLUE, "lost", "3")
    shots["infinity_turn"] = at.now
    at.until("match.close")
    shots["infinity_over"] = at.now
    at.close()
    return shots


@cache
def lobby() -> Shots:
    """A match was left, and another one is to be begun."""
    shots: Shots = {}
    at = StagedTable("tide_of_iron", "sample:mill_bridge/american", "sample:mill_bridge/german")
    at.table.kill_host()
    for file in at.folder.rglob("*.match*"):
        os.utime(file, (PLAYED_S, PLAYED_S))
    at.table.session.start(resume=False)
    shots["lobby_resume"] = at.now
    at.say(BLUE, "system", "tide_of_iron")
    at.look(RED, "list", 2)
    shots["lobby_scenarios"] = at.now
    at.say(BLUE, "list", "sample:mill_bridge/american")
    shots["lobby_one_chosen"] = at.now
    at.say(RED, "list", "sample:mill_bridge/german")
    shots["lobby_begin"] = at.now
    at.close()
    shots["match_numbers"] = _asked_for_numbers()
    return shots


def _asked_for_numbers() -> Published:
    """Infinity rolls for the first turn, and nobody has dialled a number before."""
    at = StagedTable("infinity", "sample:first_watch", "sample:red_harbour", seed=4)
    at.until("first")
    at.say(BLUE, "first", "roll")
    at.until("match.number")
    asked = at.now
    at.close()
    return asked


@cache
def classic() -> Shots:
    """Bots play; each question is seen when it is first asked."""
    shots: Shots = {}
    at = StagedTable("legion_classic", "sample:rebels_han_leia", "sample:empire_krennic_vader", seed=3)
    evening = BotMatch(at.table, random.Random(3))
    for key in ("orders", "turn"):
        evening.until(lambda now, key=key: any(p.key == key for p in now.prompts))  # type: ignore[misc]
        shots[f"classic_{key}"] = at.now
    at.close()
    return shots


@cache
def current() -> Shots:
    """Blue's first unit is active, and red's player looks at what comes next; in the End Phase blue has scored."""
    shots: Shots = {}
    at = StagedTable("legion_2024", "sample:rebels_leia_luke", "sample:empire_veers_vader", seed=3)
    evening = BotMatch(at.table, random.Random(3))
    evening.until(lambda now: any(p.key == "turn.end" for p in now.prompts))
    active = at.asked("turn.end").seat or BLUE
    at.look(active.opponent, "turn", 0)
    shots["legion_active"] = at.now
    evening.until(lambda now: any(p.key == "end" for p in now.prompts))
    shots["legion_end"] = at.now
    at.say(BLUE, "points", 3)
    shots["legion_points"] = at.now
    at.close()
    return shots


def blue_locked() -> StagedTable:
    """Current Legion's first question, with blue's card locked and red's not yet laid."""
    at = StagedTable("legion_2024", "sample:rebels_leia_luke", "sample:empire_veers_vader", seed=3)
    at.say(BLUE, "match.number", 40)
    at.say(RED, "match.number", 7)
    at.table.lay(BLUE, at.table.session.hand(BLUE)[0].id)
    at.table.hold(BLUE)
    return at


@cache
def judged() -> Shots:
    """The judge's card is laid; the log is opened."""
    shots: Shots = {}
    at = blue_locked()
    at.table.lay(RED, JUDGE)
    at.table.wait(0.6)
    shots["judge"] = at.now
    at.look(RED, LOG, 1)
    shots["judge_log"] = at.now
    at.close()
    return shots


@cache
def power() -> Shots:
    """The plug is pulled after one seat has locked; and in the middle of the pay-out."""
    shots: Shots = {}
    at = blue_locked()
    at.table.cut_power()
    at.table.wait(1.0)
    shots["resumed"] = at.now
    shots["voided"] = replace(at.now, resumed=None)
    at.close()
    return shots


EVENINGS: tuple[Callable[[], Shots], ...] = (lobby, tide, infinity, classic, current, judged, power)


@cache
def shots() -> Shots:
    """Every picture of every evening, by name."""
    return {name: shot for evening in EVENINGS for name, shot in evening().items()}
