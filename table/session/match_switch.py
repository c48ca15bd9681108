"""The switch between the lobby and a match: the prompts of both, and how to enter and leave a match."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from table.records.open_match import OpenMatch
from table.records.ports import JournalUnwritableError
from table.rules.commands import Answer
from table.rules.match import commands as cmd
from table.rules.prompts import AnyPrompt, Confirm
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.text import text
from table.session.far.far_table import FarTable
from table.session.fault_notes import Faults
from table.session.journal_writer import JournalWriter
from table.session.lobby.choice import BeginMatch, Lobby, ResumeMatch
from table.session.lobby.list_library import ListsRead
from table.session.lobby.match_starter import OLDER, MatchStarter
from table.session.match_dispenser import MatchDispenser
from table.session.names_of_players import NamesOfPlayers
from table.view.published import Resumed

NEXT_MATCH = "next_match"


class MatchSwitch:
    """Switches between the lobby and a match. The session's thread only."""

    def __init__(
        self,
        starter: MatchStarter,
        writer: JournalWriter,
        dispenser: MatchDispenser,
        names: NamesOfPlayers,
        faults: Faults,
        far: FarTable,
    ) -> None:
        self._far = far
        self._starter, self._writer, self._dispenser, self._faults = starter, writer, dispenser, faults
        self._names = names
        self._lobby = Lobby(())
        self.resumed: Resumed | None = None
        """The notice that the match in play was resumed, or None."""

    def arrive(self, resume: bool) -> None:
        """Enter the match that was in play, or the lobby."""
        self._empty_table()
        last = self._lobby.unfinished[0].match if self._lobby.unfinished else None
        if resume and self._far.resume(last):
            return
        if resume and last is not None:
            self._resume(last)
        else:
            self._lobby = self._starter.described(self._lobby)

    def begin(self, system: str, sides: Mapping[Seat, str]) -> tuple[Refusal, ...] | None:
        """Begin a match as soon as its sides are read. Return the refusals, as `take` does."""
        self._lobby = self._lobby.asks(system, tuple(sides.items()), self._starter.library)
        return self._opened()

    def receive(self, read: ListsRead) -> tuple[Refusal, ...] | None:
        """Handle an answer of the library. Return the refusals, as `take` does."""
        before = self._lobby.problems
        if self._writer.play is not None:
            return None
        self._lobby = self._lobby.with_read(read)
        if self._lobby.ready:
            return self._opened()
        return None if self._lobby.problems == before else self._lobby.problems

    def reread(self) -> None:
        """Request the lists of the chosen game again, because one was added."""
        if self._writer.play is None:
            self._lobby = self._lobby.reread(self._starter.library)

    def prompts(self) -> tuple[AnyPrompt, ...]:
        """Return the prompts of the match or of the lobby, and those about a match with another table."""
        return self._far.around(self._prompts)

    def _prompts(self) -> tuple[AnyPrompt, ...]:
        play = self._writer.play
        if play is None:
            return self._lobby.prompts()
        asked = play.prompts()
        if play.state.ended and not asked:
            return (Confirm(key=NEXT_MATCH, seat=None, ask=text("session.next_match"), rule="TB-13"),)
        return asked

    @property
    def elsewhere(self) -> Seat | None:
        """Return the seat that another table plays, or None."""
        return None if self._far.seat is None else self._far.seat.opponent

    def asks(self, answer: Answer) -> bool:
        """True if it answers the lobby, or the question at a match's end, or about another table."""
        play = self._writer.play
        if play is None or self._far.asks(answer):
            return True
        return answer.prompt == NEXT_MATCH and bool(play.state.ended) and not play.prompts()

    def take(self, answer: Answer) -> tuple[Refusal, ...] | None:
        """Carry out an answer, and return its refusals; None leaves the last notice on the screen."""
        if self._far.seat is not None and answer.prompt != NEXT_MATCH and not self._far.take(answer):
            return ()
        if self._writer.play is not None or self._far.seat is not None:
            self._leave(self._writer.play)
            return None
        outcome = self._lobby.answered(answer, self._starter.library)
        match outcome:
            case Refusal():
                return (outcome,)
            case BeginMatch():
                return self._begin(outcome)
            case ResumeMatch():
                self._resume(outcome.match)
                return None
            case Lobby():
                self._lobby = outcome
                return self._opened() if outcome.ready else outcome.problems
            case _:
                assert_never(outcome)

    def close(self) -> None:
        """Close the journal of the match in play, and the line to another table. Nothing may be called afterwards."""
        self._far.close()
        play = self._writer.play
        if play is None:
            return
        try:
            if not self._faults.stands(OLDER):
                self._starter.note_end(play)
        finally:
            play.journal.close()

    def _enter_lobby(self) -> None:
        self._empty_table()
        self._lobby = self._starter.described(self._lobby)

    def _empty_table(self) -> None:
        self._writer.close()
        self.resumed = None
        self._lobby, faults = self._starter.lobby()
        self._faults.found_all(faults)

    def _opened(self) -> tuple[Refusal, ...] | None:
        """Begin the match once both sides are read, without a question; if one is refused, offer every game."""
        lobby = self._lobby
        if not lobby.all_read:
            return ()
        self._lobby = lobby.left()
        return lobby.problems or self._begin(BeginMatch(lobby.system, lobby.brought))

    def _begin(self, beginning: BeginMatch) -> tuple[Refusal, ...] | None:
        try:
            begun = self._starter.begin(beginning, self._dispenser.standing)
        except JournalUnwritableError as error:
            self._writer.unwritable(error)
            return None
        if not isinstance(begun, OpenMatch):
            self._lobby = replace(self._lobby, problems=begun)
            return begun
        self._faults.over("dispenser.late_token")
        self._faults.over(OLDER)
        self._writer.begin(begun)
        self._names.begin()
        self._dispenser.meet()
        return ()

    def _leave(self, play: OpenMatch | None) -> None:
        if not self._far.put_away():
            return
        with self._writer.reporting():
            if play is not None:
                self._starter.leave(play)
        self._enter_lobby()

    def _resume(self, match_id: str) -> None:
        if self._far.resume(match_id):
            return
        resumed = self._starter.resume(match_id)
        self._faults.found_all(resumed.faults)
        if resumed.play is None:
            self._enter_lobby()
            return
        self._writer.open(resumed.play)
        self._names.resume()
        revising = resumed.play.revising
        self.resumed = Resumed(tuple(seat for seat, _ in resumed.play.state.seals), revising is not None)
        if revising is not None:
            self._writer.do(revising)
        self._writer.do(cmd.Restarted())
        self._dispenser.meet()
