"""The events of using an act of a card, and of resolving its effect."""

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.event_kinds import CardEvent
from table.games.legion.rules.model.state import LegionBattle, with_play
from table.games.legion.rules.model.story_lines import line, seat_name
from table.rules.event_rows import EventRow
from table.rules.text import Text, text


class GiftUsed(CardEvent, frozen=True, tag=True):
    """An act of a seat's card in play is used once. The events after it say for what."""

    act: Act
    argument: str = ""


class EffectResolved(CardEvent, frozen=True, tag=True):
    """The effect of a card at one of its times is resolved."""

    timing: Timing


def _effect_resolved(battle: LegionBattle, event: EffectResolved) -> LegionBattle:
    if event.timing is Timing.SETUP:
        return with_play(battle, event.seat, divulging="")
    return with_play(battle, event.seat, resolved=(*battle.play(event.seat).resolved, event.timing))


def _gift_used(battle: LegionBattle, x: GiftUsed) -> LegionBattle:
    return with_play(battle, x.seat, gifts_used=(*battle.play(x.seat).gifts_used, (x.card, x.act, x.argument)))


def _effect_line(x: EffectResolved) -> Text:
    lasts = x.timing is Timing.ACTIVATION
    return text("legion.story.effect_lasts" if lasts else "legion.story.effect", seat=seat_name(x), name=x.name)


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(GiftUsed, _gift_used, line("gift")),
    EventRow(EffectResolved, _effect_resolved, _effect_line),
)
