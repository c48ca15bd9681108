"""Spending a command token: a use is chosen, its parts are asked one after the other, and then it is spent."""

from collections.abc import Callable, Sequence

from table.games.infinity.rules.model.mission_labels import ASK, use_option, word_option
from table.games.infinity.rules.model.mission_state import Mission, UnfinishedUse, with_side, with_turn
from table.games.infinity.rules.model.uses import USES, UseWindow
from table.games.infinity.rules.uses import use_parts as parts
from table.games.infinity.rules.uses.use_effects import effect
from table.games.infinity.rules.uses.use_limits import OPEN, possible
from table.games.infinity.rules.uses.use_parts import UseBegan, UseDetailed, UseDropped
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import AnyPrompt, OpenCard, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question, Words
from table.rules.text import text


class LogisticsPassed(SeatEvent, frozen=True, tag=True):
    """The seat makes no logistical use (any more)."""


class WindowPassed(SeatEvent, frozen=True, tag=True):
    """The opponent of the active player makes no strategic use now."""


NONE = "none"
"""The option for no (more) use in this window."""
PASSED: dict[UseWindow, Callable[[Seat], Event]] = {
    UseWindow.LOGISTICAL: LogisticsPassed,
    UseWindow.STRATEGIC: WindowPassed,
}
"""The windows that a player has to close. The others close by themselves."""


def _window(window: UseWindow) -> Question[Mission]:
    rule = OPEN[window][0]

    def ask(mission: Mission, seat: Seat) -> AnyPrompt | None:
        uses = () if mission.busy_for(seat) else possible(mission, seat, window)
        if not uses:
            return None
        options = tuple(use_option(use) for use in uses)
        if window in PASSED:
            options = (word_option("word", NONE), *options)  # the first one spends nothing
        return OpenCard(
            key=window.value, seat=seat, ask=text(f"infinity.ask.window.{window}"), rule=rule, options=options,
            standing=window not in PASSED, often=6,
        )  # fmt: skip

    def answer(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
        if value == NONE:
            return (PASSED[window](seat),)
        use = USES[str(value)]
        begun = UseBegan(seat, use.id)
        return (begun,) if use.parts else (begun, *effect(mission, UnfinishedUse(seat, use.id)))

    return Question(window.value, rule, ask, answer)


def _mine(mission: Mission, seat: Seat) -> UnfinishedUse | None:
    return mission.using if mission.using is not None and mission.using.seat is seat else None


def _part(part: str) -> Question[Mission]:
    key = f"use.{part}"

    def ask(mission: Mission, seat: Seat) -> AnyPrompt | None:
        using = _mine(mission, seat)
        if using is None or parts.next_part(mission, using) != part:
            return None
        return parts.prompt(mission, using)

    def answer(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
        using = _mine(mission, seat)
        if using is None or not isinstance(value, str | int | tuple):
            return ()
        if part in parts.MET and value != parts.MET[part]:
            return (UseDropped(seat, using.use, USES[using.use].rule),)
        answered = UnfinishedUse(seat, using.use, (*using.answers, (part, value)))
        detailed = UseDetailed(seat, part, value)
        return (detailed,) if parts.next_part(mission, answered) is not None else (detailed, *effect(mission, answered))

    def refuse(mission: Mission, seat: Seat, _value: Value) -> Refusal | None:
        using = _mine(mission, seat)
        return None if using is None else Refusal(USES[using.use].rule, text(f"infinity.refused.part.{part}"))

    return Question(key, "TB-102", ask, answer, refuse)


def _to_drop(mission: Mission, seat: Seat) -> Words | None:
    using = _mine(mission, seat)
    return None if using is None else {"use": text(f"infinity.use.{using.use}")}


def _drop(mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (UseDropped(seat, mission.using.use),) if mission.using is not None else ()


SET_ASIDE = _window(UseWindow.PROCEDURAL)
LOGISTICAL = _window(UseWindow.LOGISTICAL)
STRATEGIC = _window(UseWindow.STRATEGIC)
EXECUTIVE = _window(UseWindow.EXECUTIVE)
OPERATIONAL = _window(UseWindow.OPERATIONAL)
DROP = ASK.confirmation("use.drop", "TB-102", _to_drop, _drop, "infinity.ask.drop", standing=True, often=8)
PARTS = tuple(_part(part) for part in parts.PARTS)
"""The questions about a use. They are open in any step while a use is being described."""


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(LogisticsPassed, lambda m, x: with_side(m, x.seat, logistical=True), no_line),
    EventRow(WindowPassed, lambda m, _: with_turn(m, window_done=True), no_line),
)
