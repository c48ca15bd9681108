"""The interface of every game. A game is a value: functions and a table of steps, without any state."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from table.rules.cards import Belonging, CardKind
from table.rules.chance import Chance
from table.rules.commands import Command
from table.rules.prompts import AnyPrompt, Option
from table.rules.refusal import Refusal
from table.rules.result import Result
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut
from table.rules.view import View


class Event(Struct, frozen=True):
    """A fact, named in the past tense. Every game's events derive from it, with `tag=True`."""

    final: ClassVar[bool] = False
    """True if it revealed hidden information to a player. Nothing before it can be undone."""


class SeatEvent(Event, frozen=True):
    """An event of one seat."""

    seat: Seat


S = TypeVar("S")


class Game(Protocol[S]):
    """A game. All its functions are pure. `S` is the game's own frozen state.

    A subclass may omit the functions that have a body here: tagged cards, tokens, the story.
    """

    system: str
    """The id of the game, such as `skirmish`."""
    revision: int = 1
    """The revision of the rules.

    Once your game has been released, raise it with every change after which a journalled command is decided
    differently, or after which the game journals other events. `at` returns the earlier revisions that you keep.
    """

    lock_rule: str = "TB-01"
    """The id of the rule by which `sealable` refuses a card and `warning` warns of one."""

    def at(self, revision: int) -> "Game[Any] | None":
        """Return the rules of a revision with this game's settings, or None if the game does not keep them.

        A match is verified, and resumed, by the revision that decided it. Without that revision its rules stay
        unchecked, and an unfinished match is resumed by the current one: `evolve` folds its older events.
        """
        return self if revision == self.revision else None

    points_called: str = "victory"
    """The name of the points that the players enter: `points.victory` of the table's words, or another such key."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Return the types of all events, for the journal's codec."""
        ...

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        """Return the events that open a match with each seat's side, or all refusals of the sides.

        A side is an army, or a scenario's nation. The first event holds every fact of the catalogue that the match will
        need, so that a journal can be replayed by itself.
        """
        ...

    def prompts(self, state: S) -> tuple[AnyPrompt, ...]:
        """Return the open prompts, standing ones included. An open prompt always has a legal answer."""
        ...

    def decide(self, state: S, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        """Return the events of a command, or its refusal. Never raises for anything that a player can do."""
        ...

    def evolve(self, state: S | None, event: Event) -> S:
        """Return the state after an event. `state` is None before the first event."""
        ...

    def view(self, state: S) -> View:
        """Return the public view. Its `story` is empty: the match adds it."""
        ...

    def hand(self, state: S, seat: Seat) -> tuple[Option, ...]:
        """Return the cards that the seat may lay face down now. Only the seat itself may see them.

        The default is every command card of the seat that is not spent.
        """
        cards = (card for card in self.belongings(state, seat) if card.kind == CardKind.COMMAND and not card.spent)
        return tuple(Option(card.card, text("list.offer", name=card.name)) for card in cards)

    def hand_of(self, side: Any) -> tuple[str, ...]:
        """Return the ids of the cards that a side may ever lay face down; a match at two tables commits to them.

        A game with hidden cards has to have this method to be played at two tables.
        """
        return ()

    def sealable(self, state: S, seat: Seat, card: str) -> bool:
        """Return False to refuse this card at the lock. Never raises.

        The default is True: any card can be locked, and is checked when it is revealed. The answer is only for the
        table, and must not depend on the other seat's hidden card. `decide` has to refuse the reveal of such a card, so
        that no match file shows one.
        """
        return True

    def warning(self, state: S, seat: Seat, card: str) -> Text | None:
        """Return a warning for the seat's half before it locks a card that is allowed but unwise, or None.

        It is public. Use the same text for every reason, so that it does not reveal the card. Never raises.
        """
        return None

    def belongings(self, state: S, seat: Seat) -> tuple[Belonging, ...]:
        """Return every tagged card that the seat brought, laid or not. Only the seat itself may see them."""
        return ()

    def questions(self, state: S) -> int:
        """Return the number of rolls and draws so far."""
        ...

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        """Return the tokens that this event owes the players. They must follow from the event alone."""
        return ()

    def hand_backs(self, state: S, event: Event) -> tuple[HandBack, ...]:
        """Return the tokens that this event calls back. `state` is the state before it."""
        return ()

    def line(self, event: Event) -> Text | None:
        """Return one line for the story of the match, or None."""
        return None

    def worst_case(self, state: S) -> tuple[HandOut, ...]:
        """Return the most tokens that the coming round can ask for."""
        return ()

    def will_hold(self, state: S) -> tuple[HandOut, ...]:
        """Return the most tokens that each seat will hold at once until the coming round is over.

        Each seat should keep this many in its tray. Override it if `worst_case` counts tokens that one seat hands back
        before the other needs them.
        """
        return self.worst_case(state)

    def round_settled(self, state: S) -> bool:
        """Return False while a round is ending, so that the players are not sent to the hoppers meanwhile."""
        return True

    def victory_points(self, state: S) -> tuple[int, int] | None:
        """Return blue's and red's victory points; None if the game does not count them itself."""
        return None

    def keeps_points(self, state: S) -> bool:
        """True if the players enter their victory points, and the match counts them (TB-95)."""
        return False

    def decided(self, state: S) -> Result | None:
        """Return the winner by the game's own rules; None if these do not decide it, or not yet."""
        return None

    def tie_broken(self, state: S) -> Result | None:
        """Return the winner for equal points; None if the tie remains."""
        return None

    def over(self, state: S) -> bool: ...
