"""The shape that every game has. A game is a value: functions and a table of steps, and no state of its own."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from table.rules.belongings import Belonging
from table.rules.cards import CardKind
from table.rules.chance import Chance
from table.rules.commands import Command
from table.rules.prompts import AnyPrompt, Option
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut
from table.rules.view import View


class Event(Struct, frozen=True):
    """A fact, in the past tense. Every game's events derive from it, with `tag=True`."""

    final: ClassVar[bool] = False
    """It showed somebody what was hidden: nothing before it can be undone."""


S = TypeVar("S")


class Game(Protocol[S]):
    """All of these are pure. `S` is the game's own frozen state.

    A class that derives from it need not say what it does without: tagged cards, tokens, a story.
    """

    system: str
    """`legion_2024`."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event type, for the journal's codec."""
        ...

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        """The events that open a match, from each seat's side (an army, a scenario's nation), or all that is wrong.

        The first event holds every fact of the catalogue that the match will need, so that a journal can be
        replayed by itself.
        """
        ...

    def prompts(self, state: S) -> tuple[AnyPrompt, ...]:
        """Who is asked for what now, standing prompts included. None is ever open without a legal answer."""
        ...

    def decide(self, state: S, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        """What follows from a command. Never raises for anything that a player can do."""
        ...

    def evolve(self, state: S | None, event: Event) -> S:
        """The state after an event. None stands before the first."""
        ...

    def view(self, state: S) -> View:
        """What is public. Its `story` is empty: the match tells it."""
        ...

    def hand(self, state: S, seat: Seat) -> tuple[Option, ...]:
        """The seat's own view: the cards that it may lay face down now. For that seat alone.

        Unless the game says more: every command card that it has and did not spend.
        """
        cards = (card for card in self.belongings(state, seat) if card.kind == CardKind.COMMAND and not card.spent)
        return tuple(Option(card.card, text("list.offer", name=card.name)) for card in cards)

    def sealable(self, state: S, seat: Seat, card: str) -> bool:
        """Whether the seat may lock this card now; one that it may not is refused at the lock. Never raises.

        Unless the game says so: any card, which is then judged when it is turned over. What it says is for the table
        alone, so its answer must not depend on the hidden card of the other seat.
        """
        return True

    def belongings(self, state: S, seat: Seat) -> tuple[Belonging, ...]:
        """Every tagged card that the seat brought, laid or not. For that seat alone."""
        return ()

    def questions(self, state: S) -> int:
        """How many rolls and draws there were."""
        ...

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        """The tokens that this event owes the players; nothing else may be derived from it."""
        return ()

    def hand_backs(self, state: S, event: Event) -> tuple[HandBack, ...]:
        """The tokens that come back with this event; `state` is the one before it."""
        return ()

    def tell(self, event: Event) -> Text | None:
        """One line for the story of the match, or nothing."""
        return None

    def worst_case(self, state: S) -> tuple[HandOut, ...]:
        """The most tokens that the coming round can ask for."""
        return ()

    def over(self, state: S) -> bool: ...
