"""Invariants of every match, and those that each game adds."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from table.lab import infinity_invariants, legion_invariants, tide_invariants
from table.rules.game import Event
from table.rules.match.codec import EventCodec
from table.rules.match.events import Undone
from table.rules.match.ledger import Ledger
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number
from table.rules.seats import Seat
from table.rules.tokens import HandOut

Tally: TypeAlias = Counter[tuple[Seat, str]]


class OfGame(NamedTuple):
    """The invariants of one game's state."""

    broken: Callable[[Any], Iterable[str]]
    """Return a sentence for each invariant that is broken, after each event."""
    out: Callable[[Any], Iterable[HandOut]] | None
    """Return the tokens on the table by the game's count, with which the ledger must agree; None if it does not
    count.
    """


OF_ANY_GAME = OfGame(lambda _: (), None)
"""The invariants of a game without any of its own."""


GAMES = MappingProxyType(
    {
        "legion": OfGame(legion_invariants.broken, legion_invariants.out),
        "infinity": OfGame(infinity_invariants.broken, infinity_invariants.out),
        "tide_of_iron": OfGame(tide_invariants.broken, tide_invariants.out),
    }
)
"""The invariants by the beginning of a system's name. `test_random_play` plays every system and needs one for each."""


class Watched:
    """One match that is watched. It reads the events as a journal holds them, and evolves its own state.

    `broken` has a sentence for each broken invariant.
    """

    def __init__(self, match: Match[Any], held_to: OfGame | None = None) -> None:
        """Watch a match. `held_to` are the game's invariants if they are not in `GAMES`."""
        self._match = match
        self._codec = EventCodec(match.events)
        self._of_game = held_to or of_game(match.game.system)
        self._state: MatchState[Any] | None = None
        self._handed: Tally = Counter()
        self._back: Tally = Counter()
        self.broken: list[str] = []

    def saw(self, events: Iterable[Event]) -> None:
        undone = False
        for event in events:
            read = self._codec.decode(self._codec.encode(event))
            before, self._state = self._state, self._match.evolve(self._state, read)
            self._note(_ledger(self._state.ledger))
            undone |= isinstance(read, Undone)
            if type(read) in self._match.game.events:
                self._tally(before, read)
                self._note(self._of_game.broken(self._state.game))
        if undone and self._state is not None:  # with what it calls back and hands out again, which follows it
            self._handed, self._back = self._on_table(self._state), Counter()

    def rests(self, state: MatchState[Any]) -> None:
        """Check the state between two commands, which is the one that is shown."""
        self._note(_prompts(self._match.prompts(state)))
        if state.game is None or state.ended:
            return
        on_table = self._on_table(state)
        handed = +(self._handed - self._back)
        if on_table != handed:
            self._note((f"{_listed(on_table)} on the table, and {_listed(handed)} were handed out",))
        if on_table != _kept(state.ledger):
            self._note((f"{_listed(on_table)} on the table, and {_listed(_kept(state.ledger))} in the ledger",))
        if self._match.view(state) is None:
            self._note(("a match that has begun shows nothing",))

    def ends(self, state: MatchState[Any]) -> None:
        if self._state != state:
            self._note(("the journal, read again, gives another state",))

    def _on_table(self, state: MatchState[Any]) -> Tally:
        if self._of_game.out is None:
            return _kept(state.ledger)
        return Counter({(out.seat, out.kind): out.count for out in self._of_game.out(state.game)})

    def _tally(self, before: MatchState[Any] | None, event: Event) -> None:
        for out in self._match.game.hand_outs(event):
            self._handed[out.seat, out.kind] += out.count
        if before is not None and before.game is not None:
            for back in self._match.game.hand_backs(before.game, event):
                self._back[back.seat, back.kind] += back.count

    def _note(self, broken: Iterable[str]) -> None:
        self.broken.extend(broken)


def of_game(system: str) -> OfGame:
    """Return the invariants of a system. Raises LookupError if there are none."""
    for name, held in GAMES.items():
        if system.startswith(name):
            return held
    raise LookupError(f"{system} has no invariants: add them to {__name__}")


def _kept(ledger: Ledger) -> Tally:
    """Return the tokens that players keep: out on the table or on their way, and not called back."""
    kept: Tally = Counter()
    for seat, kind, n in ledger.out:
        kept[seat, kind] += n
    for job in ledger.jobs:
        kept[job.seat, job.kind] += job.missing
    for back in ledger.called_back:
        kept[back.seat, back.kind] -= back.count
    return Counter({key: n for key, n in kept.items() if n})


def _listed(tally: Tally) -> str:
    return ", ".join(f"{seat} {n} {kind}" for (seat, kind), n in sorted(tally.items())) or "nothing"


def _ledger(ledger: Ledger) -> Iterator[str]:
    if any(entry.content < 0 for entry in ledger.hoppers):
        yield "a hopper holds fewer than no tokens"
    if any(token.count <= 0 for token in ledger.called_back):
        yield "nothing is called back, and it is asked for"
    if len({job.id for job in ledger.jobs}) != len(ledger.jobs):
        yield "two jobs have one name"


def _prompts(prompts: tuple[AnyPrompt, ...]) -> Iterator[str]:
    asked = [(prompt.key, prompt.seat) for prompt in prompts]
    if len(set(asked)) != len(asked):
        yield f"a seat is asked the same twice: {asked}"
    for prompt in prompts:
        if not _answerable(prompt):
            yield f"{prompt.key} has no legal answer"


def _answerable(prompt: AnyPrompt) -> bool:
    match prompt:
        case ChooseOne():
            return bool(prompt.options)
        case ChooseSome():
            return prompt.least <= min(prompt.most, len(prompt.options))
        case Number():
            return prompt.least <= prompt.most
        case _:
            return True
