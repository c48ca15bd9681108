"""The acts of the desk: checked against the hall, completed, and written to the hall's files."""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from random import SystemRandom

import msgspec
from msgspec.structs import replace

from hal.computer.files import replaced
from table.network.hall.organiser import judge_calls, round_clock
from table.network.hall.organiser.desk.desk_questions import NextRound, PairingsFile, Question
from table.network.hall.organiser.folder import CLOCK, PAIRINGS
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.judge_calls import JudgeCall
from table.network.hall.organiser.matches import BROKEN
from table.network.hall.organiser.pairings import (
    MOST_BYTES,
    PairingSheet,
    SheetWish,
    read_pairings,
    read_sheet,
    written,
)
from table.network.hall.organiser.setting_up import tables_of
from table.network.hall.organiser.tournament.acts import (
    Act,
    CodeEntered,
    JudgeAnswered,
    MatchAssigned,
    PairingsTaken,
    ResultEntered,
    ResultWithdrawn,
    RoundClockRemoved,
    RoundClockSet,
    TableJudgeCalled,
)
from table.network.hall.organiser.tournament.decisions import key_of
from table.network.hall.organiser.tournament.rounds import merged, missing_players
from table.network.hall.organiser.tournament.standings import open_pairings, points, records
from table.network.hall.organiser.tournament.swiss import next_opponents
from table.rules.errors import InputError
from table.rules.shown_codes import is_of, normal
from table.view.hall import Pairing
from table.words.brought_file import content_of

MOST_WRONG = 1000
"""The most invalid lines of a file that the page shows, and that it sends back to be logged."""


class RefusedActError(InputError, ValueError):
    """The hall cannot carry out an act. `why` is the end of the key of its words."""

    def __init__(self, why: str, **values: str) -> None:
        super().__init__(why)
        self.why, self.values = why, values


class DeskActs:
    """The acts of one hall. `write` may run on any thread, the rest on the event loop's."""

    def __init__(self, hall: Hall, folder: Path, clock_s: Callable[[], float]) -> None:
        """`clock_s` is this machine's clock, in seconds."""
        self._hall, self._folder, self._clock_s = hall, folder, clock_s

    def completed(self, act: Act) -> Act:
        """Return the act with everything that the hall adds to it. Raises RefusedActError."""
        match act:
            case TableJudgeCalled() | JudgeAnswered() if act.table not in self._hall.tables:
                raise RefusedActError("table", table=act.table)
            case ResultEntered():
                return self._of_pairing(act)
            case ResultWithdrawn() if key_of(act) not in self._hall.decisions.entered:
                raise RefusedActError("pairing")
            case ResultWithdrawn() if not act.reason.strip():
                raise RefusedActError("reason")
            case MatchAssigned():
                self._check_assigned(act)
            case CodeEntered():
                return self._normal_code(act)
            case PairingsTaken():
                return self._taken(act)
            case _:
                pass
        return act

    def asked(self, question: Question) -> Callable[[], PairingSheet]:
        """Return the work that answers a question. It may run on any thread."""
        if isinstance(question, NextRound):
            return self._next_round(question.players)
        wish = SheetWish(question.columns, question.headed, question.round, self._tables(), question.in_order)
        return partial(_sheet, question, wish)

    def write(self, act: Act) -> None:
        """Write the files that an act changes. Raises OSError."""
        match act:
            case RoundClockSet():
                clock = round_clock.changed(self._clock(), self._clock_s(), act.minutes, act.round, act.runs)
                replaced(self._folder / CLOCK, msgspec.json.encode(clock))
            case RoundClockRemoved():
                (self._folder / CLOCK).unlink(missing_ok=True)
            case TableJudgeCalled():
                judge_calls.note(self._folder, JudgeCall(secrets.token_hex(8), act.table, self._clock_s()))
            case PairingsTaken():
                replaced(self._folder / PAIRINGS, written(merged(self._hall.pairings, act.pairings)))
            case _:
                pass

    def _next_round(self, names: tuple[str, ...]) -> Callable[[], PairingSheet]:
        hall, results = self._hall, self._hall.seating().results
        if undecided := open_pairings(hall.pairings, results):
            raise RefusedActError("open", names=_lines(f"{each.blue} – {each.red}" for each in undecided))
        if twice := [name for name, times in Counter(names).items() if times > 1]:
            raise RefusedActError("twice", names=_lines(twice))
        found = records(hall.pairings, results)
        scored = {name: points(each, hall.scoring) for name, each in found.items()}
        number = max((each.round for each in hall.pairings), default=0) + 1
        tables = chain(self._tables(), (f"table-{count}" for count in range(len(self._tables()) + 1, len(names) + 1)))

        def paired() -> PairingSheet:
            try:
                pairs = next_opponents(names, found, scored, SystemRandom())
            except ModuleNotFoundError:
                raise RefusedActError("package") from None
            return PairingSheet(
                pairings=tuple(Pairing(number, next(tables) if red else "", blue, red) for blue, red in pairs)
            )

        return paired

    def _tables(self) -> tuple[str, ...]:
        """Return the names of all tables, by their numbers."""
        names = {*self._hall.tables, *tables_of(self._folder)} or {"table-1"}
        return tuple(sorted(names, key=_by_number))

    def _taken(self, act: PairingsTaken) -> PairingsTaken:
        """Return pairings as their file will have them."""
        pairings, wrong = read_pairings(written(act.pairings))
        if wrong:
            raise RefusedActError("line", line=wrong[0].text)
        after = merged(self._hall.pairings, pairings)
        if len(written(after)) > MOST_BYTES:
            raise RefusedActError("large")
        played = {key_of(each) for each in self._hall.seating().results}
        if changed := [each for each in self._hall.pairings if key_of(each) in played and each not in after]:
            raise RefusedActError("played", names=_lines(f"{each.blue} – {each.red}" for each in changed))
        if gone := [name for name in missing_players(self._hall.pairings, pairings) if name not in act.without]:
            raise RefusedActError("missing", names=_lines(gone))
        return replace(act, pairings=pairings)

    def _clock(self) -> round_clock.RoundClock | None:
        try:
            return round_clock.read_clock(content_of(self._folder / CLOCK, round_clock.MOST_BYTES))
        except OSError:
            return None

    def _check_assigned(self, act: MatchAssigned) -> None:
        """Raise RefusedActError for a match that cannot be assigned to this pairing."""
        if (act.table, act.match) not in ((match.table, match.match) for match, _ in self._hall.matches.results()):
            raise RefusedActError("match")
        if act.pairing is None:
            return
        if (wanted := key_of(act.pairing)) not in (key_of(each) for each in self._hall.pairings if each.red):
            raise RefusedActError("pairing")
        for each in self._hall.seating().results:
            other = (each.table, each.match) != (act.table, act.match) and each.match
            if other and key_of(each) == wanted:
                raise RefusedActError("assigned", table=each.table, match=each.match)

    def _normal_code(self, act: CodeEntered) -> CodeEntered:
        """Return the act with its code in the normal form. A code that the file does not end with is refused."""
        if (match := self._hall.matches.all.get((act.table, act.match))) is None or match.over is None:
            raise RefusedActError("match")
        try:
            code = normal(act.code)
        except ValueError:
            raise RefusedActError("letters") from None
        if match.head and (match.head == BROKEN or not is_of(code, match.head)):
            raise RefusedActError("code")
        return replace(act, code=code)

    def _of_pairing(self, act: ResultEntered) -> ResultEntered:
        """Return an entered result with its table and its match."""
        pairing = next((each for each in self._hall.pairings if each.red and key_of(each) == key_of(act)), None)
        if pairing is None:
            raise RefusedActError("pairing")
        if not act.reason.strip():
            raise RefusedActError("reason")
        table = self._hall.tables.get(pairing.table)
        current = "" if table is None or table.match is None else table.match.match
        before = self._hall.decisions.entered.get(key_of(act))
        seated = self._hall.seating().match(pairing, current) if before is None else (before.table, before.match)
        return replace(act, table=seated[0], match=seated[1])


def _sheet(question: PairingsFile, wish: SheetWish) -> PairingSheet:
    if len(question.file) > MOST_BYTES:
        raise RefusedActError("large")
    sheet = read_sheet(question.file, wish)
    return replace(sheet, wrong=sheet.wrong[:MOST_WRONG], more=len(sheet.wrong[MOST_WRONG:]))


def _by_number(name: str) -> list[tuple[str, int]]:
    return [(word, int(number or 0)) for word, number in re.findall(r"([^0-9]*)([0-9]*)", name)]


def _lines(names: Iterable[str]) -> str:
    """Return names as a line each: no name contains the end of a line."""
    return "\n".join(names)
