"""The current faults: one note for each code and part, until it is fixed."""

import logging
from collections.abc import Iterable, Mapping

from table.records.open_match import OpenMatch
from table.rules.match import hoppers
from table.view.published import FaultNote

log = logging.getLogger(__name__)


class Faults:
    """The current faults. The session's thread only."""

    def __init__(self) -> None:
        self._notes: dict[tuple[str, str], FaultNote] = {}

    @property
    def notes(self) -> tuple[FaultNote, ...]:
        return tuple(self._notes.values())

    def found(self, code: str, part: str, detail: str = "") -> None:
        """Add a fault. The first time is a warning in the log; repeats are debug lines."""
        level = logging.DEBUG if (code, part) in self._notes else logging.WARNING
        log.log(level, "fault %s (%s) %s", code, part, detail)
        self._notes[code, part] = FaultNote(code, part, detail)

    def found_all(self, notes: Iterable[FaultNote]) -> None:
        for note in notes:
            self.found(note.code, note.part, note.detail)

    def mended(self, code: str, part: str) -> None:
        self._notes.pop((code, part), None)

    def stands(self, code: str) -> bool:
        """True if any part has this fault."""
        return any(known == code for known, _ in self._notes)

    def over(self, code: str) -> None:
        """End this fault of all parts."""
        self._notes = {key: note for key, note in self._notes.items() if key[0] != code}

    def well(self, part: str) -> None:
        """End all faults of this part."""
        self._notes = {key: note for key, note in self._notes.items() if key[1] != part}


def hopper_notes(play: OpenMatch, low: Mapping[int, int]) -> tuple[FaultNote, ...]:
    """Return the faults in the ledger: tokens that this round may lack, and hoppers that need attention."""
    ledger = play.state.ledger
    return (
        *(FaultNote("hopper.short", one.kind, f"{one.have}/{one.need}") for one in play.match.shortages(play.state)),
        *(FaultNote("hopper.given_up", str(number + 1)) for number in hoppers.given_up(ledger)),
        *(
            FaultNote("hopper.recount", str(entry.number + 1), str(entry.content))
            for entry in hoppers.contradicted(ledger, low)
        ),
    )
