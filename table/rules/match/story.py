"""The story of a match: one line for each event that players care about."""

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.text import Text, text

LINES: dict[type[Event], str] = {
    ev.MatchOpened: "story.opened",
    ev.RulesRevised: "story.rules_revised",
    ev.NumberDialled: "story.number",
    ev.JudgeCalled: "story.judge_called",
    ev.JudgeLeft: "story.judge_left",
    ev.CardSealed: "story.sealed",
    ev.SealWithdrawn: "story.unsealed",
    ev.SealBroken: "story.broken",
    ev.SealVoided: "story.voided",
    ev.DispenserLost: "story.dispenser_lost",
    ev.DispenserFound: "story.dispenser_found",
    ev.TokensTakenByHand: "story.by_hand",
    ev.TokensLate: "story.late",
    ev.UndoProposed: "story.undo_proposed",
    ev.UndoDeclined: "story.undo_declined",
    ev.Undone: "story.undone",
    ev.EndProposed: "story.end_proposed",
    ev.EndDeclined: "story.end_declined",
    ev.SecretDisclosed: "story.disclosed",
}


def tell(event: Event) -> Text | None:
    if isinstance(event, ev.TokensReturned):
        return text("story.returned", count=sum(token.count for token in event.tokens))
    if isinstance(event, ev.TokensStayed):
        count = sum(token.count for token in event.tokens if not token.later)
        return text("story.stayed", count=count) if count else None
    if isinstance(event, ev.MatchClosed):
        return text(f"story.{event.how}")
    if isinstance(event, ev.HoppersLoaded):
        return text("story.carried" if event.carried else "story.loaded")
    if isinstance(event, ev.HopperSwitched):
        return text(f"story.hopper_{'on' if event.on else 'off'}", hopper=event.number + 1)
    if isinstance(event, ev.Recounted):
        return text("story.recounted", count=event.content)
    key = LINES.get(type(event))
    if key is None or (isinstance(event, ev.DispenserLost) and event.restart):
        return None
    told: dict[str, str | int | Text] = {}
    for field in ("number", "count"):
        if hasattr(event, field):
            told[field] = getattr(event, field)
    seat = getattr(event, "seat", None)
    if seat is not None:
        told["seat"] = text(f"seat.{seat}")
    return text(key, **told)
