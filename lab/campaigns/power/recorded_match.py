"""Play an evening on a recorded disk, and record the truth at each of its moments."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hal.events as hw
from lab.campaigns.power.recorded_disk import Control, DiskTape, RecordedDisk
from lab.campaigns.power.volume import DiskOperation
from lab.headless import HeadlessParts, HeadlessTable
from lab.temporary_folder import temporary_folder
from table.games.random_play.trial import System
from table.records.journal import SqliteJournal, split
from table.records.matches import stored
from table.rules.commands import Answer
from table.rules.fairness import SecretChance
from table.rules.game import Game
from table.rules.match import commands as cmd
from table.rules.match.codec import EventCodec
from table.rules.match.match import Match
from table.rules.match.payouts import HAND
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.view.published import Published

MATCHES = 2
"""The number of matches. The first is played to its end and archived; the evening ends in the second."""


@dataclass(frozen=True)
class MatchTruth:
    """The truth about one match: its batches, and the state that a resumed table must have after each."""

    batches: tuple[bytes, ...]
    resumed: tuple[MatchState[Any] | None, ...]
    """The state of a restarted table, by the number of its batches."""


@dataclass(frozen=True)
class RecordedMatch:
    system: System
    operations: tuple[DiskOperation, ...]
    committed: tuple[tuple[int, str, int], ...]
    """(number of completed disk operations, match, number of its batches on disk), in order."""
    published: tuple[tuple[int, str, int], ...]
    """(number of completed disk operations, match, number of its published events), in order."""
    truths: dict[str, MatchTruth]


class _Watched(HeadlessTable):
    """A table that records the number of published events."""

    def __init__(
        self, parts: HeadlessParts, folder: Path, system: System, seed: int, disk: RecordedDisk, tape: DiskTape
    ):
        self.tape = tape
        self.published: list[tuple[int, str, int]] = []
        super().__init__(parts, folder, system, seed, disk)

    def shown(self, published: Published) -> None:
        super().shown(published)
        self._note()

    def sent(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        super().sent(request)
        self._note()

    def _note(self) -> None:
        play = self.session.play
        if play is not None:
            self.published.append((len(self.tape.operations), play.journal.match_id, play.state.events))


def play(parts: HeadlessParts, system: System, seed: int, turns: int, control: Control = "") -> RecordedMatch:
    with temporary_folder() as folder:
        tape = DiskTape(folder)
        table = _Watched(parts, folder, system, seed, RecordedDisk(tape, control), tape)
        table.start()
        for n in range(MATCHES):
            table.begin()
            for _ in range(turns):
                if table.session.play is not None:
                    table.turn()
            if n + 1 < MATCHES:
                table.finish()
        table.session.close()
        truths = dict(_truths(folder, parts.games[system.game.system]))
    return RecordedMatch(system, tuple(tape.operations), tuple(tape.marks), tuple(table.published), truths)


def _truths(folder: Path, game: Game[Any]) -> Iterator[tuple[str, MatchTruth]]:
    match = Match(game)
    codec = EventCodec(match.events)
    for path in stored(folder):
        journal = SqliteJournal.open(path)
        batches, state, resumed = tuple(journal.batches()), None, list[MatchState[Any] | None]([None])
        for batch in batches:
            state = match.fold(state, tuple(codec.decode(bytes(body)) for body in split(batch).events))
            resumed.append(come_back(match, state, journal.secret()))
        yield journal.match_id, MatchTruth(batches, tuple(resumed))
        journal.close()


def come_back(match: Match[Any], state: MatchState[Any], secret: bytes) -> MatchState[Any]:
    """Return the state after a restart.

    Seals are void, and the dispenser is awaited. The table does what the cut may have prevented: it discloses the
    secret of an ended match (TB-13), records tokens as taken by hand (TB-09), and answers a question with one possible
    answer (TB-19).
    """
    for command in (cmd.Restarted(), cmd.AwaitDispenser(), cmd.Disclose(secret)):
        state = _after(match, state, command, secret) or state
    while (answer := _own_answer(match, state)) and (after := _after(match, state, answer, secret)):
        state = after
    return state


def _after(
    match: Match[Any], state: MatchState[Any], command: cmd.MatchCommand, secret: bytes
) -> MatchState[Any] | None:
    """Return the state after this command, or None if it changes nothing."""
    chance = SecretChance(secret, state.numbers) if state.numbered else None
    events = match.decide(state, command, chance)
    return None if isinstance(events, Refusal) or not events else match.fold(state, events)


def _own_answer(match: Match[Any], state: MatchState[Any]) -> Answer | cmd.OnlyAnswer | None:
    """Return the answer that the table itself gives now, or None."""
    for prompt in match.prompts(state):
        if prompt.key.startswith(HAND) and prompt.seat is not None:
            return Answer(prompt.seat, prompt.key)
    return match.only_answer(state)
