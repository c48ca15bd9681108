"""The view of each phone, in its own language: that of a seat, of a judge or of the owner.

Each part is a separate message, and is sent when it has changed. No other phone gets it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from table.records.open_match import OpenMatch
from table.rules.cards import CardKind
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, Roll, SealedCard, takes_hold
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.rules.view import SeatView, View
from table.session.far.watched_line import PART as LINE
from table.session.lobby.choice import LobbyKey
from table.session.phones.phone_ways import OF_PHONES
from table.view.judged import can_call_a_judge, offered_to_a_judge
from table.view.published import Desk, Published
from table.view.sentences import Sayings, Sentences
from table.words.faults import fault_words

LAID = (CardKind.COMMAND, CardKind.STRATEGY)
"""The kinds of cards that a player holds in hand."""
MOST_LINES = 20
"""The last lines of the story on a judge's phone."""
Parts = dict[str, Any]
"""A part of a phone's view, ready for JSON."""


class PhoneParts(NamedTuple):
    """The parts that a phone gets as messages of their own."""

    sight: Parts
    """The questions, and the state of the table."""
    cards: Parts
    """The seat's hand and its spent cards."""


class PhoneViews:
    """Makes the views of phones. One thread only."""

    def __init__(self, sayings: Sayings, play: Callable[[], OpenMatch | None], editions: tuple[str, ...] = ()) -> None:
        """`play` returns the match in play; its state is frozen, so any thread may look at it.

        `editions` are the editions of the rules for which there are lists.
        """
        self._sayings, self._play, self._editions = sayings, play, editions

    def parts(self, seat: Seat, published: Published, chosen: str, language: str) -> PhoneParts:
        """Return all parts for the phone of a seat. `chosen` is the chosen card; empty for none."""
        desk = next(desk for desk in published.desks if desk.seat is seat)
        say = _in(language, self._sayings)
        mine = [
            (prompt, number)
            for prompt, number in zip(published.prompts, published.askings, strict=True)
            if prompt.seat in (None, seat) and prompt.key not in OF_PHONES
        ]
        asked = [_question(prompt, number, say) for prompt, number in mine if not prompt.standing or prompt.ready]
        aside = [_question(prompt, number, say) for prompt, number in mine if prompt.standing and not prompt.ready]
        brings = self._editions if any(prompt.key == LobbyKey.LIST for prompt, _ in mine) else ()
        sight = {
            "role": "seat",
            "now": self._now(desk, published, chosen, say)
            | {"status": _status(desk, published, say, asked=bool(asked))},
            "asked": asked,
            "aside": aside,
            "brings": brings,
        }
        return PhoneParts(sight, self._cards(seat, published.match, say))

    def judge(self, published: Published, language: str) -> Parts:
        """Return the view of the judge's phone: the same as a judge's terminal, without hidden data."""
        say, view = _in(language, self._sayings), published.view
        offered = frozenset(offered_to_a_judge(published.prompts)) if published.judged else frozenset()
        numbered = zip(published.prompts, published.askings, strict=True)
        asked = [_question(prompt, number, say) for prompt, number in numbered if prompt in offered]
        return {
            "role": "judge",
            "match": published.match,
            "headline": "" if view is None else say(view.headline),
            "judged": published.judged,
            "callable": can_call_a_judge(published),
            "story": [say(line) for line in (() if view is None else view.story[-MOST_LINES:])],
            "notice": "" if published.notice is None else say(published.notice.words),
            "asked": asked,
        }

    def setup(self, published: Published, language: str) -> Parts:
        """Return the view that the owner's phone always gets: the faults, and the hoppers of a match.

        Before a match also the code for another table, and the reason why there is none.
        """
        say, notice = _in(language, self._sayings), None if published.view is not None else published.notice
        faults = [say(fault_words(each.code, each.part, each.detail)) for each in published.faults]
        hoppers = [
            say(text(f"phone.hopper.{each.state}", hopper=each.number, kind=kind, count=each.content or 0))
            for each in published.hoppers
            if (kind := text(f"token.{each.kind}"))
        ]
        return {
            "role": "setup",
            "match": published.match,
            "faults": faults,
            "hoppers": hoppers,
            "languages": self._sayings.languages,
            "editions": self._editions,
            "far": published.far_code,
            "notice": "" if notice is None else say(notice.words),
            "asked": [],
        }

    def say(self, words: Text, language: str) -> str:
        """Return a text in the language of a phone."""
        return _in(language, self._sayings)(words)

    def _now(self, desk: Desk, published: Published, chosen: str, say: Callable[[Any], str]) -> Parts:
        view, notice = published.view, published.notice
        mine = notice is not None and notice.seat in (None, desk.seat)
        rolled = None if view is None or view.rolled is None else view.rolled.question
        return {
            "seat": desk.seat,
            "match": published.match,
            "headline": "" if view is None else say(view.headline),
            "moment": [0 if view is None else view.reveals, rolled],
            "table": None if view is None else _table(view, published, say),
            "locked": desk.locked,
            "reader": desk.reader,
            "chosen": chosen,
            "notice": say(notice.words) if notice is not None and mine else "",
        }

    def _cards(self, seat: Seat, match: str, say: Callable[[Any], str]) -> Parts:
        """Return the own cards in the order of the list. `now` is true for cards that can be laid now."""
        if (play := self._play()) is None or play.state.id != match or play.state.game is None:
            return {"hand": [], "spent": []}
        game, state = play.match.game, play.state.game
        now = {option.id for option in game.hand(state, seat)}
        owned = [each for each in game.belongings(state, seat) if each.kind in LAID]
        hand = [
            {
                "id": each.card,
                "name": each.name,
                "pips": each.pips,
                "note": "" if each.note is None else say(each.note),
                "now": each.card in now,
            }
            for each in owned
            if not each.spent and not each.in_play
        ]
        return {"hand": hand, "spent": [each.name for each in owned if each.spent]}


def _status(desk: Desk, published: Published, say: Callable[[Any], str], *, asked: bool) -> str:
    """Return the note on the seat's card, what the seat waits for at another table, and whether the line is down."""
    notes = [] if desk.note is None else [desk.note.words]
    waits = [] if asked or desk.waits is None else [desk.waits]
    line = [fault_words(each.code, each.part, each.detail) for each in published.faults if each.part == LINE]
    return " · ".join(map(say, (*notes, *waits, *line)))


def _table(view: View, published: Published, say: Callable[[Any], str]) -> Parts:
    """Return the public view of both seats, as it is on the screen."""
    rolled = view.rolled
    return {
        "round": [view.round, view.rounds, say(view.phase)],
        "first": view.first,
        "called": say(view.first_called),
        "over": view.over,
        "points": published.score.totals if published.score.counts else None,
        "rolled": None
        if rolled is None or rolled.past
        else [rolled.die, rolled.face, rolled.seat, "" if rolled.decided is None else say(rolled.decided)],
        "seats": {desk.seat: _side(seat, desk, say) for seat, desk in zip(view.seats, published.desks, strict=True)},
    }


def _side(seat: SeatView, desk: Desk, say: Callable[[Any], str]) -> Parts:
    card = seat.card
    return {
        "side": seat.side,
        "emblem": seat.emblem,
        "player": desk.player,
        "locked": desk.locked,
        "reader": desk.reader,
        "card": None
        if card is None
        else {
            "name": card.name,
            "pips": card.pips,
            "note": "" if card.note is None else say(card.note),
            "counts": card.counts,
        },
        "counters": [[each.icon, each.value, each.mark, say(each.label)] for each in seat.counters],
        "pools": [[say(each.label), list(each.counts)] for each in seat.pools],
        "pieces": [[each.name, each.icon, each.state, list(each.badges), each.id] for each in seat.pieces],
    }


def _in(language: str, sayings: Sayings) -> Callable[[Any], str]:
    def say(words: Any) -> str:
        sentences: Sentences = sayings.say(words)
        return sentences.get(language) or sentences["en"]

    return say


def _question(prompt: AnyPrompt, number: int, say: Callable[[Any], str]) -> Parts:
    made: Parts = {
        "n": number,
        "key": prompt.key,
        "seat": prompt.seat,
        "ask": say(prompt.ask),
        "rule": prompt.rule,
        "hold": prompt.hold,
        "often": prompt.often,
    }
    match prompt:
        case SealedCard():
            return made | {"kind": "card", "hold": True}
        case ChooseOne():
            options = [_option(prompt, each, say) for each in prompt.options]
            return made | {"kind": "one", "options": options, "named": prompt.named}
        case ChooseSome():
            options = [_option(prompt, each, say) for each in prompt.options]
            made |= {"kind": "some", "options": options, "least": prompt.least, "most": prompt.most}
            ways = [{"to": way.to, "after": way.after} for way in prompt.ways]
            return made | {"ways": ways, "given": prompt.given, "proposed": prompt.proposed}
        case Number():
            return made | {"kind": "number", "least": prompt.least, "most": prompt.most, "first": prompt.first}
        case Roll():
            return made | {"kind": "roll", "faces": list(prompt.faces)}
        case Confirm():
            return made | {"kind": "confirm"}


def _option(prompt: AnyPrompt, option: Option, say: Callable[[Any], str]) -> Parts:
    return {"id": option.id, "label": say(option.label), "icon": option.icon, "hold": takes_hold(prompt, option.id)}
