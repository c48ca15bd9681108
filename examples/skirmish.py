"""A game of one's own: five cards a hand, the higher card wins a token, a die breaks a tie, three rounds.

All that a game needs: its events, its state, and the functions of `table.games.game.Game`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.games.belongings import Belonging
from table.games.chance import Chance, Die, roll
from table.games.commands import Answer, Command, Reveal
from table.games.game import Event
from table.games.prompts import AnyPrompt, Confirm, Option, Roll, SealedCard
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED, SEATS, Seat
from table.games.text import Text, text
from table.games.tokens import HandBack, HandOut
from table.games.view import Card, Counter, Rolled, SeatView, Step, View

ROUNDS = 3
COIN = Die("coin", ("blue", "red"))
CARDS = {f"skirmish.card.{n}": n for n in range(1, 6)}


class Begun(Event, frozen=True, tag=True):
    names: tuple[str, str]


class Played(Event, frozen=True, tag=True):
    cards: tuple[tuple[Seat, str], ...]


class Flipped(Event, frozen=True, tag=True):
    face: str
    question: int
    by_hand: bool


class TokenWon(Event, frozen=True, tag=True):
    seat: Seat


class RoundEnded(Event, frozen=True, tag=True):
    pass


class State(Struct, frozen=True):
    names: tuple[str, str]
    played: tuple[tuple[Seat, str], ...] = ()
    used: tuple[tuple[Seat, str], ...] = ()
    flips: tuple[Flipped, ...] = ()
    won: tuple[Seat, ...] = ()
    rounds: int = 0
    winner: Seat | None = None


class Skirmish:
    system = "skirmish"
    events: tuple[type[Event], ...] = (Begun, Played, Flipped, TokenWon, RoundEnded)

    def begin(self, setup: Mapping[Seat, Any]) -> tuple[Event, ...] | tuple[Refusal, ...]:
        return (Begun((str(setup[BLUE]), str(setup[RED]))),)

    def prompts(self, state: State) -> tuple[AnyPrompt, ...]:
        if self.over(state):
            return ()
        if state.winner is not None:
            return (Confirm(key="next", seat=None, ask=text("skirmish.next"), rule="SK-3"),)
        if state.played:
            return (Roll(key="tie", seat=BLUE, ask=text("skirmish.tie"), rule="SK-2", die="coin", faces=COIN.faces),)
        return tuple(SealedCard(key="card", seat=seat, ask=text("skirmish.card"), rule="SK-1") for seat in SEATS)

    def decide(self, state: State, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if isinstance(command, Reveal):
            return self._revealed(state, command)
        prompt = next((p for p in self.prompts(state) if p.key == command.prompt), None)
        if prompt is None or isinstance(prompt, SealedCard) or not prompt.accepts(command.value):
            return Refusal("SK-0", text("skirmish.not_now"))
        if prompt.key == "next":
            return (RoundEnded(),)
        return self._flipped(state, command, chance)

    def _revealed(self, state: State, reveal: Reveal) -> tuple[Event, ...]:
        values = {seat: CARDS.get(card, 0) * ((seat, card) not in state.used) for seat, card in reveal.cards}
        played = Played(reveal.cards)
        if values[BLUE] == values[RED]:
            return (played,)
        return played, TokenWon(max(values, key=lambda seat: values[seat]))

    def _flipped(self, state: State, answer: Answer, chance: Chance) -> tuple[Event, ...]:
        question = len(state.flips)
        face = roll(COIN, chance, question) if answer.value is None else str(answer.value)
        return Flipped(face, question, answer.value is not None), TokenWon(Seat(face))

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Begun):
            return State(event.names)
        if state is None:
            raise ValueError("a skirmish begins with Begun")
        match event:
            case Played():
                return replace(state, played=event.cards, used=(*state.used, *event.cards))
            case Flipped():
                return replace(state, flips=(*state.flips, event))
            case TokenWon():
                return replace(state, won=(*state.won, event.seat), winner=event.seat)
            case _:
                return replace(state, played=(), winner=None, rounds=state.rounds + 1)

    def view(self, state: State) -> View:
        return View(
            system=self.system,
            round=state.rounds + 1,
            rounds=ROUNDS,
            phase=text("skirmish.phase"),
            steps=(Step("play", text("skirmish.phase"), "now"),),
            seats=(self._seat(state, BLUE), self._seat(state, RED)),
            headline=text("skirmish.phase"),
            first=state.winner,
            rolled=Rolled("coin", state.flips[-1].face, BLUE, state.flips[-1].question) if state.flips else None,
            reveals=len(state.used) // 2,
            over=self.over(state),
        )

    def _seat(self, state: State, seat: Seat) -> SeatView:
        card = dict(state.played).get(seat)
        face_up = None if card is None else Card(card, pips=CARDS.get(card))
        won = Counter(text("skirmish.won"), state.won.count(seat))
        return SeatView(seat, state.names[SEATS.index(seat)], face_up, (won,))

    def hand(self, state: State, seat: Seat) -> tuple[Option, ...]:
        return tuple(Option(card, Text(card)) for card in CARDS if (seat, card) not in state.used)

    def belongings(self, state: State, seat: Seat) -> tuple[Belonging, ...]:
        return tuple(Belonging(card, card, "command", n, spent=(seat, card) in state.used) for card, n in CARDS.items())

    def questions(self, state: State) -> int:
        return len(state.flips)

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        return (HandOut(event.seat, "command", 1),) if isinstance(event, TokenWon) else ()

    def hand_backs(self, state: State, event: Event) -> tuple[HandBack, ...]:
        last = isinstance(event, RoundEnded) and state.rounds + 1 == ROUNDS
        return tuple(HandBack(seat, "command", state.won.count(seat)) for seat in SEATS) if last else ()

    def tell(self, event: Event) -> Text | None:
        return text("skirmish.won_by", seat=text(f"seat.{event.seat}")) if isinstance(event, TokenWon) else None

    def worst_case(self, state: State) -> tuple[HandOut, ...]:
        return () if self.over(state) else (HandOut(BLUE, "command", 1),)

    def over(self, state: State) -> bool:
        return state.rounds == ROUNDS
