"""Bots that answer prompts by chance: random legal play, and what must hold after every event of it."""

import random
from collections.abc import Callable, Iterator

from table.games.commands import Answer, Command, Reveal
from table.games.counts import of
from table.games.game import Event
from table.games.legion.activating import waiting
from table.games.legion.armies import Army, Rank
from table.games.legion.rules import Legion
from table.games.legion.state import Battle
from table.games.prompts import SealedCard
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED, SEATS, Seat


class Dice:
    """Chance for tests: a generator of its own, seeded."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, bound: int, question: int) -> int:
        return self.random.randrange(bound)


def command(game: Legion, state: Battle, pick: Callable[[int], int], restless: int) -> Command:
    """What a bot does next. One time in `restless` it takes any prompt, standing ones too."""
    prompts = game.prompts(state)
    waited = [p for p in prompts if not p.standing]
    assert waited, f"nobody is asked anything in {state.step}"
    prompt = prompts[pick(len(prompts))] if pick(restless) == 0 else waited[pick(len(waited))]
    if isinstance(prompt, SealedCard):
        seats = [p.seat for p in waited if isinstance(p, SealedCard) and p.seat]
        return Reveal(tuple((seat, _laid(game, state, seat, pick)) for seat in seats))
    assert prompt.seat is not None
    value = prompt.sample(pick)
    assert prompt.accepts(value)
    return Answer(prompt.seat, prompt.key, value)


def _laid(game: Legion, state: Battle, seat: Seat, pick: Callable[[int], int]) -> str:
    """Mostly a lawful card; now and then any card of the seat's."""
    if pick(12) == 0:
        hand = state.side(seat).army.hand
        return hand[pick(len(hand))].id
    lawful = game.hand(state, seat)
    return lawful[pick(len(lawful))].id


def play(
    game: Legion, blue: Army, red: Army, pick: Callable[[int], int], seed: int, restless: int = 5
) -> Iterator[tuple[Battle, Event, Battle]]:
    """A whole match, event by event, with the state before and after it."""
    chance = Dice(seed)
    begun = game.begin({BLUE: blue, RED: red})
    state: Battle | None = None
    for event in begun:
        assert isinstance(event, Event), event
        before, state = state, game.evolve(state, event)
        if before is not None:
            yield before, event, state
    assert state is not None
    while not game.over(state):
        decided = game.decide(state, command(game, state, pick, restless), chance)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            assert isinstance(event, Event)
            before, state = state, game.evolve(state, event)
            yield before, event, state
    assert game.prompts(state) == ()


def check(battle: Battle) -> None:
    """What holds after every event."""
    for seat in SEATS:
        side, now = battle.side(seat), battle.side(seat).play
        on_table = (now.card,) if now.card and not now.returned else ()
        held = [*side.hand, *on_table, *side.discard, *side.lasting]
        assert sorted(held) == sorted(card.id for card in side.army.hand), (
            "hand + table + discard = the hand at the start"
        )
        assert all(n > 0 for _, n in (*now.pool, *now.parked, *side.out))
        if battle.step == "activation":
            for rank in Rank:
                wanted = sum(waiting(troop) for troop in side.troops if troop.rank is rank)
                drawn = battle.turn is seat and battle.drawn == rank
                there = of(now.pool, rank) + of(now.parked, rank) + (now.looked_at == rank) + drawn
                assert there >= wanted, f"{seat}: {rank} tokens for every unit that waits for one"
        face_up = [troop.rank for troop in side.troops if troop.face_up]
        for rank in Rank:
            assert of(side.out, rank) >= face_up.count(rank), "every face-up token was handed out"
        if battle.closed:
            assert side.out == (), "nothing is left on the table after a round"
