"""Victory points by seat and round (TB-95).

If the game counts them, the match reads them after each event. Otherwise a seat enters its points, the other agrees,
and the match counts them.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.rules.commands import Answer
from table.rules.game import Event, Game
from table.rules.match import events as ev
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Number, Option
from table.rules.result import RoundPoints, total
from table.rules.seats import BLUE, SEATS, Seat
from table.rules.text import Text, text

RULE = "TB-95"
POINTS, AGREE, DROP = "match.points", "match.points.agree", "match.points.drop"
KEYS = (POINTS, AGREE, DROP)
NO, YES = "no", "yes"
EVENTS = (ev.PointsClaimed, ev.PointsAgreed, ev.PointsDenied)
MOST_AT_ONCE = 20
"""The most points that a seat can enter at a time."""


class PointsClaim(Struct, frozen=True):
    """A seat claims points, and the other seat has not agreed yet."""

    seat: Seat
    round: int
    more: int


class Score(Struct, frozen=True):
    rounds: tuple[RoundPoints, ...] = ()
    """The rounds in which a seat scored, in their order."""
    claim: PointsClaim | None = None

    def of(self, seat: Seat) -> int:
        """Return the points of a seat in all rounds."""
        return total(self.rounds)[seat is not BLUE]


def added(score: Score, round_number: int, blue: int, red: int) -> Score:
    """Return the score with these points more in a round."""
    rounds = {each.round: each for each in score.rounds}
    now = rounds.get(round_number, RoundPoints(round_number))
    rounds[round_number] = replace(now, blue=now.blue + blue, red=now.red + red)
    return replace(score, rounds=tuple(each for _, each in sorted(rounds.items()) if each.blue or each.red))


def counted(score: Score, game: Game[Any], before: Any, after: Any) -> Score:
    """Return the score after an event of a game that counts the points itself."""
    if after is before or (now := game.victory_points(after)) is None:
        return score
    was = (0, 0) if before is None else game.victory_points(before) or (0, 0)
    if was == now:
        return score
    in_round = game.view(after if before is None else before).round
    return added(score, in_round, now[0] - was[0], now[1] - was[1])


def called(game: Game[Any]) -> Text:
    """Return the name of a game's points, for use within a sentence."""
    return text(f"points.{game.points_called}")


def prompts(score: Score, game: Game[Any]) -> tuple[AnyPrompt, ...]:
    """Return the prompts to enter the victory points of this round."""
    if score.claim is not None:
        return ()
    return tuple(
        Number(
            key=POINTS, seat=seat, ask=text(POINTS, points=(has := score.of(seat)), called=called(game)), rule=RULE,
            least=0, most=has + MOST_AT_ONCE, start=has + 1, standing=True, often=6,
            score=True,
        )
        for seat in SEATS
    )  # fmt: skip


def consent(score: Score, game: Game[Any]) -> tuple[AnyPrompt, ...]:
    """Return the prompts for the other seat's consent, and to withdraw the claim."""
    if (claim := score.claim) is None:
        return ()
    options = tuple(Option(word, text(f"match.points.{word}"), f"sign.{word}") for word in (NO, YES))
    words = text("match.points.ask", **_claim_words(score, claim), called=called(game))
    ask = ChooseOne(key=AGREE, seat=claim.seat.opponent, ask=words, rule=RULE, options=options, hold=True)
    return ask, Confirm(key=DROP, seat=claim.seat, ask=text(DROP, called=called(game)), rule=RULE, standing=True)


def _claim_words(score: Score, claim: PointsClaim) -> dict[str, str | int | Text]:
    return {
        "seat": text(f"seat.{claim.seat}"), "more": claim.more, "round": claim.round,
        "total": score.of(claim.seat) + claim.more,
    }  # fmt: skip


def answered(score: Score, answer: Answer, round_number: int) -> tuple[Event, ...]:
    """Return the events of a seat's answer about points. The agreement can be undone."""
    if answer.prompt == POINTS:
        more = int(str(answer.value)) - score.of(answer.seat)
        return (ev.PointsClaimed(answer.seat, round_number, more),) if more else ()
    if (claim := score.claim) is None:
        return ()
    if answer.value != YES:
        return (ev.PointsDenied(claim.seat, withdrawn=answer.seat is claim.seat),)
    whole = score.of(claim.seat) + claim.more
    agreed = ev.PointsAgreed(claim.seat, claim.round, claim.more, whole)
    return ev.Answered(answer.seat, answer.prompt), agreed


def evolve(score: Score, event: ev.PointsClaimed | ev.PointsAgreed | ev.PointsDenied) -> Score:
    match event:
        case ev.PointsClaimed():
            return replace(score, claim=PointsClaim(event.seat, event.round, event.more))
        case ev.PointsAgreed():
            blue, red = (event.more if event.seat is seat else 0 for seat in SEATS)
            return added(replace(score, claim=None), event.round, blue, red)
        case ev.PointsDenied():
            return replace(score, claim=None)
