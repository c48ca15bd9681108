"""A game that only hands out tokens and takes them back: the smallest rules for a payout."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from table.rules.cards import Belonging
from table.rules.chance import Chance
from table.rules.commands import Answer, Command
from table.rules.game import Event, Game
from table.rules.prompts import AnyPrompt, ChooseOne, Option
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import Text
from table.rules.tokens import HandBack, HandOut
from table.rules.view import SeatView, View

KINDS = ("corps", "heavy")
MOST = 4
ORDER = "order"
BRING = "bring"


class Opened(Event, frozen=True, tag=True):
    pass


class Ordered(Event, frozen=True, tag=True):
    kind: str
    count: int


class Brought(Event, frozen=True, tag=True):
    """Tokens are returned, as at the end of a round."""

    kind: str
    count: int


class OwedTokens(Struct, frozen=True):
    orders: tuple[int, ...] = (0,) * len(KINDS)
    """The number of tokens ordered so far, by kind."""
    brought: tuple[int, ...] = (0,) * len(KINDS)
    """The number of tokens returned so far, by kind."""


_OPTIONS = tuple(Option(f"{kind}-{n}", Text(f"{n} {kind}")) for kind in KINDS for n in range(1, MOST + 1))
_PROMPTS: tuple[AnyPrompt, ...] = tuple(
    ChooseOne(key=key, seat=BLUE, ask=Text(key), rule="PO-1", options=_OPTIONS, standing=True) for key in (ORDER, BRING)
)


class PayoutGame(Game[OwedTokens]):
    system = "payouts"
    events: tuple[type[Event], ...] = (Opened, Ordered, Brought)

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        return (Opened(),)

    def prompts(self, state: OwedTokens) -> tuple[AnyPrompt, ...]:
        return _PROMPTS

    def decide(self, state: OwedTokens, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if not isinstance(command, Answer):
            return Refusal("PO-1", Text("no cards here"))
        if "-" not in str(command.value):
            return Refusal("PO-1", Text("no order of tokens"))
        kind, n = str(command.value).split("-")
        return (Brought(kind, int(n)) if command.prompt == BRING else Ordered(kind, int(n)),)

    def evolve(self, state: OwedTokens | None, event: Event) -> OwedTokens:
        match event:
            case Ordered() if state is not None:
                return OwedTokens(_more(state.orders, event), state.brought)
            case Brought() if state is not None:
                return OwedTokens(state.orders, _more(state.brought, event))
            case _:
                return OwedTokens()

    def view(self, state: OwedTokens) -> View:
        seats = (SeatView(BLUE, ""), SeatView(RED, ""))
        return View(self.system, 1, 1, Text("play"), (), seats, Text("play"))

    def hand(self, state: OwedTokens, seat: Seat) -> tuple[Option, ...]:
        return ()

    def sealable(self, state: OwedTokens, seat: Seat, card: str) -> bool:
        return False

    def belongings(self, state: OwedTokens, seat: Seat) -> tuple[Belonging, ...]:
        return ()

    def questions(self, state: OwedTokens) -> int:
        return 0

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        return (HandOut(BLUE, event.kind, event.count),) if isinstance(event, Ordered) else ()

    def hand_backs(self, state: OwedTokens, event: Event) -> tuple[HandBack, ...]:
        return (HandBack(BLUE, event.kind, event.count),) if isinstance(event, Brought) else ()

    def line(self, event: Event) -> Text | None:
        return None

    def worst_case(self, state: OwedTokens) -> tuple[HandOut, ...]:
        return tuple(HandOut(BLUE, kind, MOST) for kind in KINDS)

    def over(self, state: OwedTokens) -> bool:
        return False


def _more(counts: tuple[int, ...], event: Ordered | Brought) -> tuple[int, ...]:
    at = KINDS.index(event.kind)
    return (*counts[:at], counts[at] + event.count, *counts[at + 1 :])
