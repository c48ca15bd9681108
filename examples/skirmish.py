"""A game of one's own: each seat lays one of five cards face down, the higher one wins a token, a coin breaks a tie,
and after three rounds the table has its tokens back. `docs/develop/extending.md` goes through it.
"""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from table import extending as tx
from table.extending import BLUE, RED, SEATS, Seat, text

ROUNDS = 3
COIN = tx.Die("coin", ("blue", "red"))
NAMES = ("Scout", "Archer", "Knight", "Wizard", "Dragon")
CARDS = {f"skirmish.card.{value}": value for value in range(1, 6)}
TOKEN = "command"


class Begun(tx.Event, frozen=True, tag=True):
    sides: tuple[str, str]


class Played(tx.Event, frozen=True, tag=True):
    cards: tuple[tuple[Seat, str], ...]


class TokenWon(tx.Event, frozen=True, tag=True):
    seat: Seat
    flipped: bool = False
    by_hand: bool = False


class RoundEnded(tx.Event, frozen=True, tag=True):
    pass


class State(Struct, frozen=True):
    sides: tuple[str, str]
    used: tuple[tuple[Seat, str], ...] = ()
    played: tuple[tuple[Seat, str], ...] = ()
    won: tuple[TokenWon, ...] = ()
    rounds: int = 0

    def tokens(self, seat: Seat) -> int:
        return sum(won.seat is seat for won in self.won)


class Skirmish(tx.Game[State]):
    system = "skirmish"
    events = (Begun, Played, TokenWon, RoundEnded)

    def begin(self, setup: Mapping[Seat, str]) -> tuple[tx.Event, ...]:
        return (Begun((setup[BLUE], setup[RED])),)

    def prompts(self, state: State) -> tuple[tx.AnyPrompt, ...]:
        if self.over(state):
            return ()
        if len(state.won) > state.rounds:
            return (tx.Confirm(key="next", seat=None, ask=text("skirmish.next"), rule="SK-3"),)
        if state.played:
            return (tx.Roll(key="tie", seat=None, ask=text("skirmish.tie"), rule="SK-2", die="coin", faces=COIN.faces),)
        return tuple(tx.SealedCard(key="card", seat=seat, ask=text("skirmish.card"), rule="SK-1") for seat in SEATS)

    def decide(self, state: State, command: tx.Command, chance: tx.Chance) -> tuple[tx.Event, ...] | tx.Refusal:
        if isinstance(command, tx.Reveal):
            return self._revealed(state, command.cards)
        prompt = next((p for p in self.prompts(state) if p.key == command.prompt), None)
        if prompt is None or isinstance(prompt, tx.SealedCard) or not prompt.accepts(command.value):
            return tx.Refusal("SK-0", text("skirmish.not_now"))
        if prompt.key == "next":
            return (RoundEnded(),)
        by_hand = command.value is not None
        face = str(command.value) if by_hand else tx.roll(COIN, chance, self.questions(state))
        return (TokenWon(Seat(face), flipped=True, by_hand=by_hand),)

    def _revealed(self, state: State, cards: tuple[tuple[Seat, str], ...]) -> tuple[tx.Event, ...]:
        # A card that is no longer in the hand, or of another game, is worth nothing.
        blue, red = (0 if one in state.used else CARDS.get(one[1], 0) for one in sorted(cards))
        return (Played(cards),) if blue == red else (Played(cards), TokenWon(BLUE if blue > red else RED))

    def evolve(self, state: State | None, event: tx.Event) -> State:
        match state, event:
            case None, Begun():
                return State(event.sides)
            case State(), Played():
                return replace(state, played=event.cards, used=(*state.used, *event.cards))
            case State(), TokenWon():
                return replace(state, won=(*state.won, event))
            case State(), RoundEnded():
                return replace(state, played=(), rounds=state.rounds + 1)
            case _:
                raise ValueError(f"{event} does not follow from {state}")

    def over(self, state: State) -> bool:
        return state.rounds == ROUNDS

    def questions(self, state: State) -> int:
        return sum(won.flipped for won in state.won)

    def belongings(self, state: State, seat: Seat) -> tuple[tx.Belonging, ...]:
        return tuple(
            tx.Belonging(card, NAMES[value - 1], "command", value, spent=(seat, card) in state.used)
            for card, value in CARDS.items()
        )

    def hand_outs(self, event: tx.Event) -> tuple[tx.HandOut, ...]:
        return (tx.HandOut(event.seat, TOKEN, 1),) if isinstance(event, TokenWon) else ()

    def hand_backs(self, state: State, event: tx.Event) -> tuple[tx.HandBack, ...]:
        last = isinstance(event, RoundEnded) and state.rounds + 1 == ROUNDS
        return tuple(tx.HandBack(seat, TOKEN, state.tokens(seat)) for seat in SEATS) if last else ()

    def worst_case(self, state: State) -> tuple[tx.HandOut, ...]:
        return () if self.over(state) else (tx.HandOut(BLUE, TOKEN, 1),)

    def line(self, event: tx.Event) -> tx.Text | None:
        return text("skirmish.won_by", seat=text(f"seat.{event.seat}")) if isinstance(event, TokenWon) else None

    def view(self, state: State) -> tx.View:
        flip = next((won for won in reversed(state.won) if won.flipped), None)
        return tx.View(
            system=self.system,
            round=min(state.rounds + 1, ROUNDS),
            rounds=ROUNDS,
            phase=text("skirmish.round"),
            steps=(tx.Step("play", text("skirmish.round"), "now"),),
            seats=(self._seat(state, BLUE), self._seat(state, RED)),
            headline=text("skirmish.over" if self.over(state) else "skirmish.playing"),
            rolled=tx.Rolled("coin", flip.seat, BLUE, self.questions(state), flip.by_hand) if flip else None,
            reveals=len(state.used) // 2,
            over=self.over(state),
        )

    def _seat(self, state: State, seat: Seat) -> tx.SeatView:
        value = CARDS.get(dict(state.played).get(seat, ""))
        card = tx.Card(NAMES[value - 1], pips=value) if value else None
        return tx.SeatView(
            seat, state.sides[seat is RED], card, counters=(tx.Counter(text("skirmish.won"), state.tokens(seat)),)
        )


RULE_SET = tx.RuleSet(
    Skirmish(),
    shelf=tx.Sides({"north": "The North", "south": "The South"}),
    words=Path(__file__).parent / "skirmish_words",
    cards=tuple(tx.KnownCard(card, "command") for card in CARDS),
)
