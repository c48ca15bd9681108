"""Make match files of whole matches, which random bots play over a real journal, to test verifiers."""

import random
from pathlib import Path

from lab.random_acts import UndoneMatch, towards_the_end
from lab.temporary_folder import temporary_folder
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.random_play.trial import System
from table.records.journal import SUFFIX, SqliteJournal
from table.records.open_match import OpenMatch
from table.records.verify.file import written
from table.rules.fairness import SECRET_BYTES
from table.rules.game import Event
from table.rules.match.commands import MatchCommand
from table.rules.match.events import DispenserFound, HoppersLoaded, SpentTokens
from table.rules.match.questions import NUMBER
from table.rules.refusal import Refusal

RESTLESS = 500
"""A standing prompt gets one answer in so many, so that matches are long."""


class JournalledMatch(UndoneMatch):
    """A random match over the product's journal."""

    def __init__(self, system: System, folder: Path, seed: int) -> None:
        sides, hoppers = system.sides(random.Random(seed)), hopper_entries(Config())
        secret = random.Random(seed).randbytes(SECRET_BYTES)
        name = f"random{seed}"
        self.journal = SqliteJournal.create(folder / f"{name}{SUFFIX}", name, system.game.system, secret)
        spent = tuple(SpentTokens)[seed % len(SpentTokens)]
        begun = OpenMatch.begin(system.game, self.journal, sides, HoppersLoaded(hoppers), DispenserFound(), spent)
        if not isinstance(begun, OpenMatch):
            raise ValueError(f"the match was refused: {begun}")
        self._play = begun
        super().__init__(system.game, sides, hoppers, seed, restless=RESTLESS, spent=spent)

    def _decided(self, command: MatchCommand) -> tuple[Event, ...] | Refusal:
        return self._play.do(command)

    def finish(self) -> None:
        """End the match by agreement of both seats, and disclose the secret."""
        while self._chooses_numbers():  # the end cannot be proposed meanwhile
            self.turn()
        while not self.state.ended and (answer := towards_the_end(self.match.prompts(self.state))) is not None:
            self._do(answer)
        self._do(self._play.disclosure())

    def _chooses_numbers(self) -> bool:
        return any(prompt.key == NUMBER for prompt in self.match.prompts(self.state))


def match_file(system: System, seed: int, turns: int, *, finished: bool = True, regrets: int = 0) -> bytes:
    """Return the file of a match with this many turns.

    After every `regrets` turns one turn is undone if possible.
    """
    with temporary_folder() as folder:
        match = JournalledMatch(system, folder, seed)
        for turn in range(1, turns + 1):
            if not match.turn():
                break
            if regrets and turn % regrets == 0:
                match.undo()
        if finished:
            match.finish()
        content = b"".join(written(match.journal))
        match.journal.close()
    return content
