"""Sentences that name each seat's next act at the bench: drag this card there, hold that button."""

from enum import StrEnum

from table.emulation.bench_view import BenchSeat
from table.rules.prompts import ChooseSome, Confirm, Number, SealedCard
from table.rules.text import Text, text
from table.screen.parts.asked import resting_on, shown_prompt
from table.screen.parts.command_card import TROUBLES
from table.session.focus import AT_REST
from table.view.published import Desk, Published, ReaderState

NextAct = StrEnum("NextAct", "BOT WAIT BESIDE CLEAR PLUG LAY LOCK MARK TURN HOLD PRESS CHOOSE")
"""The kinds of act. The value is the last part of a key of the catalogue."""


TOGETHER = (NextAct.CHOOSE, NextAct.PRESS, NextAct.HOLD)
"""Acts that either player does for both."""


def guide(published: Published, hands: tuple[BenchSeat, BenchSeat]) -> tuple[Text, ...]:
    """Return a sentence for each seat, or a single one where both are asked the same and either answers."""
    blue, red = (next_act(published, desk, hand) for desk, hand in zip(published.desks, hands, strict=True))
    prompt, other = (shown_prompt(published.prompts, desk) for desk in published.desks)
    if prompt == other and blue is red and prompt is not None and prompt.seat is None and blue in TOGETHER:
        return (text(f"bench.now.either.{blue}"),)
    return tuple(
        text(
            f"bench.now.{act}",
            seat=text(f"screen.seat.{desk.seat}"),
            card=next((card.name for card in hand.cards if card.playable), ""),
            keys=text(f"bench.now.keys.{desk.seat}"),
            confirm=text(f"bench.now.confirm.{desk.seat}"),
        )
        for act, desk, hand in zip((blue, red), published.desks, hands, strict=True)
    )


def next_act(published: Published, desk: Desk, hand: BenchSeat) -> NextAct:
    """Return the next act of this seat's player."""
    prompt = shown_prompt(published.prompts, desk)
    if hand.bot:
        return NextAct.BOT
    if resting_on(published.prompts, desk) is not None and desk.focus is not None and desk.focus.cursor != AT_REST:
        return NextAct.BESIDE
    if prompt is None:
        return NextAct.WAIT
    if isinstance(prompt, SealedCard):
        if desk.reader is ReaderState.GONE:
            return NextAct.PLUG
        empty = NextAct.LAY if desk.reader is ReaderState.EMPTY else NextAct.LOCK
        return NextAct.CLEAR if desk.reader in TROUBLES or desk.note is not None else empty
    match prompt:
        case ChooseSome():
            return NextAct.MARK
        case Number():
            return NextAct.TURN
        case Confirm(hold=True):
            return NextAct.HOLD
        case Confirm():
            return NextAct.PRESS
        case _:
            return NextAct.CHOOSE
