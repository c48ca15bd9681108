"""The check of the rules: each batch has to follow from its command and the batches before it."""

from collections.abc import Mapping
from typing import Any

from table import __version__
from table.records.verify.file import MatchFile
from table.records.verify.verdict import Check, State
from table.rules.chance import Chance
from table.rules.game import Event, Game
from table.rules.match import events as ev
from table.rules.match.codec import Asked, Cause, EventCodec
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.rules.text import text


def check(file: MatchFile, games: Mapping[str, Game[Any]]) -> Check:
    game = games.get(file.system)
    if game is None:
        return Check("rules", State.OPEN, text("verify.rules.unknown", system=file.system))
    replay = Replay(game, file)
    for number in range(1, len(file.batches) + 1):
        try:
            replay.batch(number)
        except Exception as error:  # a forged event can break the rules' code anywhere: that is a finding
            version = replay.version or "?"
            why = str(error) or type(error).__name__
            if version != __version__:
                why = f"{why} (played with {version}, checked with {__version__})"
            return Check("rules", State.FAILED, text("verify.rules.failed", batch=number, why=why))
    if replay.strange:
        said = text("verify.rules.strange", batch=replay.strange, version=replay.version)
        return Check("rules", State.OPEN, said)
    return Check("rules", State.PASSED, text("verify.rules.passed", batches=len(file.batches)))


class Replay:
    """The replay of a match file. It raises an error at the first thing that does not fit."""

    def __init__(self, game: Game[Any], file: MatchFile) -> None:
        self._match = Match(game)
        self._codec = EventCodec(self._match.events)
        self._file = file
        self._state: MatchState[Any] | None = None
        self.version = ""
        self.strange = 0
        """The first batch of another version's in which something stands that this one does not read."""

    def batch(self, number: int) -> None:
        batch = self._file.batches[number - 1]
        cause = self._codec.decode_cause(bytes(batch.cause))
        events = tuple(self._codec.decode(bytes(event)) for event in batch.events)
        follows = self._opening(cause, events) if self._state is None else self._decided(self._state, cause)
        if follows != events or not events:
            raise ValueError("the events are not what follows from the command")
        spelt = tuple(self._codec.encode(event) for event in events)
        if spelt != tuple(map(bytes, batch.events)) or self._codec.encode_cause(cause) != bytes(batch.cause):
            if self.version == __version__:
                raise ValueError("written otherwise than this version writes it")
            self.strange = self.strange or number  # a field that came later, say, or one that somebody put in
        self._state = self._match.fold(self._state, events)

    def _opening(self, cause: Cause, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """What the players brought is taken as it stands; the rest of the first batch follows from it."""
        opened, loaded = events[:2]
        if cause != Cause() or not isinstance(opened, ev.MatchOpened) or not isinstance(loaded, ev.HoppersLoaded):
            raise ValueError("a match does not begin like this")
        if (opened.id, opened.system) != (self._file.match, self._file.system):
            raise ValueError("the header names another match")
        self.version = opened.version
        head = events[:3] if isinstance(events[2], ev.DispenserFound | ev.DispenserAwaited) else events[:2]
        return self._match.opening(head, tuple(e for e in events if type(e) in self._match.game.events))

    def _decided(self, state: MatchState[Any], cause: Cause) -> tuple[Event, ...]:
        if cause.command is None:
            raise ValueError("events that follow from no command")
        said = Said(cause.chance) if state.numbered else None
        follows = self._match.decide(state, cause.command, said)
        if isinstance(follows, Refusal):
            raise ValueError(f"the command is refused: {follows.rule}")
        if cause.chance and (said is None or said.left):
            raise ValueError("the chance was asked what the rules never ask")
        return follows


class Said(Chance):
    """The chance as the file has it. `chance.check` finds out whether that is true."""

    def __init__(self, asked: tuple[Asked, ...]) -> None:
        self.left = list(asked)

    def below(self, bound: int, question: int) -> int:
        if not self.left or self.left[0][:2] != (question, bound):
            raise ValueError(f"question {question} was asked of the chance, and stands nowhere")
        came = self.left.pop(0)[2]
        if not 0 <= came < bound:
            raise ValueError(f"question {question} came out as {came} of {bound}")
        return came
