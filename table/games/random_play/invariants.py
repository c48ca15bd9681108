"""The invariants that hold in every match of every game, whatever the players do. Each game adds its own (`Trial`)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from table.games.random_play.trial import Trial
from table.rules.game import Event
from table.rules.match import trays
from table.rules.match.codec import EventCodec
from table.rules.match.events import Undone
from table.rules.match.ledger import Ledger
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number
from table.rules.seats import Seat
from table.rules.view import View

SHOWN_EACH = 10
"""The types of view and prompts are checked in one of this many states, because that takes longest."""
Tally: TypeAlias = Counter[tuple[Seat, str]]


class WatchedMatch:
    """A match under observation. The observer reads the events as a journal holds them, and evolves its own state.

    `broken` has a sentence for each broken invariant.
    """

    def __init__(self, match: Match[Any], trial: Trial) -> None:
        """`trial` has the checks of its game."""
        self._match = match
        self._codec = EventCodec(match.events)
        self._trial = trial
        self._state: MatchState[Any] | None = None
        self._handed: Tally = Counter()
        self._back: Tally = Counter()
        self._rested = 0
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
                self._note(self._trial.broken(self._state.game))
        if undone and self._state is not None:  # with what it calls back and hands out again, which follows it
            self._handed, self._back = self._on_table(self._state), Counter()

    def rests(self, state: MatchState[Any]) -> None:
        """Check the state between two commands. Only such states are shown."""
        self._note(_prompts(self._match.prompts(state)))
        if state.game is None or state.ended:
            return
        on_table = self._on_table(state)
        handed = +(self._handed - self._back)
        if on_table != handed:
            self._note((f"{_listed(on_table)} on the table, and {_listed(handed)} were handed out",))
        if on_table != trays.held(state.ledger):
            self._note((f"{_listed(on_table)} on the table, and {_listed(trays.held(state.ledger))} in the ledger",))
        self._rested += 1
        if self._rested % SHOWN_EACH == 1:
            self._note(_shown(self._match.view(state), self._match.prompts(state)))

    def ends(self, state: MatchState[Any]) -> None:
        if self._state != state:
            self._note(("the journal, read again, gives another state",))

    def _on_table(self, state: MatchState[Any]) -> Tally:
        if self._trial.out is None:
            return trays.held(state.ledger)
        return Counter({(out.seat, out.kind): out.count for out in self._trial.out(state.game)})

    def _tally(self, before: MatchState[Any] | None, event: Event) -> None:
        for out in self._match.game.hand_outs(event):
            self._handed[out.seat, out.kind] += out.count
        if before is not None and before.game is not None:
            for back in self._match.game.hand_backs(before.game, event):
                self._back[back.seat, back.kind] += back.count

    def _note(self, broken: Iterable[str]) -> None:
        self.broken.extend(broken)


def _listed(tally: Tally) -> str:
    return ", ".join(f"{seat} {n} {kind}" for (seat, kind), n in sorted(tally.items()) if n) or "nothing"


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


def _shown(view: View | None, prompts: tuple[AnyPrompt, ...]) -> Iterator[str]:
    """Find fields of the wrong type, which would make the screen fail: values made in Python are not type-checked."""
    if view is None:
        yield "a match that has begun shows nothing"
    for name, shown, kind in (("view", view, View | None), ("prompts", prompts, tuple[AnyPrompt, ...])):
        try:
            msgspec.convert(msgspec.to_builtins(shown), kind)
        except msgspec.ValidationError as error:
            yield f"its {name} cannot be shown: {error}"


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
