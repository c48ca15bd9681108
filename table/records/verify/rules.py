"""The check of the rules: each batch has to follow from its command and the batches before it.

The file names the deciding rules at its beginning, and again if a match was continued by later ones. The batches of a
revision that no longer exists stay unchecked.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from table import __version__
from table.records.journal import Batch
from table.records.verify.file import MatchFile
from table.records.verify.verdict import Check, CheckState
from table.rules.chance import Chance
from table.rules.game import Event, Game
from table.rules.match import events as ev
from table.rules.match.codec import Asked, Cause, EventCodec, version_in
from table.rules.match.events import MatchOutcome
from table.rules.match.match import Match
from table.rules.match.revision import OF_EVERY_MATCH, UNKNOWN, Revision, revision_of
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.rules.result import total
from table.rules.text import Text, text


def check(file: MatchFile, games: Mapping[str, Game[Any]]) -> tuple[Check, MatchOutcome | None]:
    """Replay the file by the rules that it names, if they are available. Also return the outcome of its match."""
    game = games.get(file.system)
    if game is None:
        return Check("rules", CheckState.OPEN, text("verify.rules.unknown", system=file.system)), None
    replay = RulesReplay(game, file)
    outcome: MatchOutcome | None = None
    for number in range(1, len(file.batches) + 1):
        try:
            replay.batch(number)
            outcome = replay.outcome()
        except Exception as error:  # a forged event can break the rules' code anywhere: that is a finding
            program = replay.decided.program
            stated = str(error) if isinstance(error, ValueError) else ""
            why = stated or f"what it says does not fit the match ({type(error).__name__})"
            if program != __version__:
                why = f"{why} (played with {program or '?'}, checked with {__version__})"
            return Check("rules", CheckState.FAILED, text("verify.rules.failed", batch=number, why=why)), None
    batches = len(file.batches)
    if replay.unchecked:
        (decided, *_), count = replay.unchecked, len(replay.unchecked)
        rules = _rules_of(decided, file.system)
        line = text("verify.rules.revision", count=count, batches=batches, rules=rules, version=decided.program)
        return Check("rules", CheckState.OPEN, line), outcome
    if replay.strange:
        strange = replay.strange
        line = text("verify.rules.strange", batch=strange.batch, version=strange.decided.program)
        return Check("rules", CheckState.OPEN, line), outcome
    return Check("rules", CheckState.PASSED, text("verify.rules.passed", batches=batches)), outcome


def _rules_of(decided: Revision, system: str) -> Text:
    """Return a text that names missing rules by their owner."""
    if (decided.match, decided.game) == UNKNOWN:
        return text("verify.rules.of_unknown")
    if decided.match != OF_EVERY_MATCH:
        return text("verify.rules.of_match", revision=decided.match)
    return text("verify.rules.of_game", revision=decided.game, system=system)


class Strange(NamedTuple):
    """This batch contains data of another version that this version cannot read."""

    batch: int
    decided: Revision


class RulesReplay:
    """Replays a match file. Raises an error at the first mismatch."""

    def __init__(self, game: Game[Any], file: MatchFile) -> None:
        self._game = game
        self._file = file
        self._rules: tuple[Match[Any], EventCodec] | None = None
        """The current rules, or None if they are missing."""
        self._state: MatchState[Any] | None = None
        self.decided = Revision("", *UNKNOWN)
        """The last revision that the file names."""
        self.unchecked: list[Revision] = []
        """The missing rules of each batch that could not be checked."""
        self.strange: Strange | None = None
        """The first batch that could not be checked."""

    def batch(self, number: int) -> None:
        batch = self._file.batches[number - 1]
        version = version_in(bytes(batch.events[0]))
        if version is not None:
            self._turn(number, revision_of(version))
        if self._rules is None:
            self.unchecked.append(self.decided)
        else:
            self._state = self._checked(*self._rules, number, batch)

    def outcome(self) -> MatchOutcome | None:
        """Return the outcome of the match so far; None if it is not over, or the rules are missing."""
        if self._rules is None or self._state is None:
            return None
        return _outcome(self._rules[0], self._state)

    def _turn(self, number: int, decided: Revision) -> None:
        """Use these rules from this batch on. They first rebuild the state from all earlier batches."""
        if number > 1 and not decided.is_later(self.decided):
            raise ValueError("the new revision of the rules is not later than the old one")
        self.decided = decided
        self._rules, self._state = None, None
        match = Match.at(self._game, decided)
        if match is None:
            return
        codec = EventCodec(match.events)
        self._rules = match, codec
        if number > 1:
            before = (event for batch in self._file.batches[: number - 1] for event in batch.events)
            self._state = match.fold(None, tuple(codec.decode(bytes(event)) for event in before))

    def _checked(self, match: Match[Any], codec: EventCodec, number: int, batch: Batch) -> MatchState[Any]:
        cause = codec.decode_cause(bytes(batch.cause))
        events = tuple(codec.decode(bytes(event)) for event in batch.events)
        state = self._state
        follows = self._opening(match, cause, events) if state is None else _decided(match, state, cause)
        if follows != events or not events:
            raise ValueError("the events are not what follows from the command")
        spelt = tuple(codec.encode(event) for event in events)
        if spelt != tuple(map(bytes, batch.events)) or codec.encode_cause(cause) != bytes(batch.cause):
            if self.decided.program == __version__:
                raise ValueError("written otherwise than this version writes it")
            # A field that came later, say, or one that somebody put in.
            self.strange = self.strange or Strange(number, self.decided)
        return match.fold(state, events)

    def _opening(self, match: Match[Any], cause: Cause, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Check the first batch: the players' sides are taken as given, and the rest has to follow from them."""
        opened, loaded = events[:2]
        if cause != Cause() or not isinstance(opened, ev.MatchOpened) or not isinstance(loaded, ev.HoppersLoaded):
            raise ValueError("a match does not begin like this")
        if (opened.id, opened.system) != (self._file.match, self._file.system):
            raise ValueError("the header names another match")
        rest = (ev.SpentTokensSet, ev.ClockSet, ev.DispenserFound | ev.DispenserAwaited)
        head = events[:2]
        for kind in rest:
            head = events[: len(head) + 1] if isinstance(events[len(head)], kind) else head
        return match.opening(head, tuple(e for e in events if type(e) in match.game.events))


def _outcome(match: Match[Any], state: MatchState[Any]) -> MatchOutcome | None:
    if state.ended is None:
        return None
    view, result = match.view(state), state.result
    blue, red = ("", "") if view is None else (seat.side for seat in view.seats)
    winner, by = (None, "") if result is None else (result.winner, str(result.by))
    return MatchOutcome(state.system, blue, red, *total(state.score.rounds), state.ended, winner, by)


def _decided(match: Match[Any], state: MatchState[Any], cause: Cause) -> tuple[Event, ...]:
    if cause.command is None:
        raise ValueError("events that follow from no command")
    stated_chance = StatedChance(cause.chance) if state.numbered else None
    follows = match.decide(state, cause.command, stated_chance)
    if isinstance(follows, Refusal):
        raise ValueError(f"the command is refused: {follows.rule}")
    if cause.chance and (stated_chance is None or stated_chance.left):
        raise ValueError("the chance was asked what the rules never ask")
    return follows


class StatedChance(Chance):
    """A chance that answers as the file states. `chance.check` checks these answers."""

    def __init__(self, asked: tuple[Asked, ...]) -> None:
        self.left = list(asked)

    def below(self, bound: int, question: int) -> int:
        if not self.left or self.left[0][:2] != (question, bound):
            raise ValueError(f"question {question} was asked of the chance, and stands nowhere")
        came = self.left.pop(0)[2]
        if not 0 <= came < bound:
            raise ValueError(f"question {question} came out as {came} of {bound}")
        return came
