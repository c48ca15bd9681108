"""A table with its own password at a hall, whose owner wants results that nobody played, or to spoil those of others.

The broker lets each table write to its own topics alone (`make hall` tries that), so the attacker's messages come in
under its own name, whatever they say. Files are verified here by what is known of the matches that were really played.
Players of honest tables type the code of the end at the desk. So does the attacker, any code but that of the match that
it reports: whoever has copied that one is believed, as the page says.
"""

import json
import random
from collections.abc import Hashable
from pathlib import Path
from typing import NamedTuple

import msgspec

from lab.adversaries.attackers.search import AttackAct, AttackedWorld, BrokenPromiseError, acts_of
from lab.campaigns.hall.simulated import SYSTEM, EventChain, SimulatedMatch
from table.network.hall.organiser.desk.desk import DeskActs, RefusedActError
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.matches import FileFinding
from table.network.hall.organiser.tournament.acts import CodeEntered
from table.network.hall.wire.messages import VERSION, TableOnline, TableState
from table.records.verify.file import links_of
from table.rules.match.events import MatchEnd, MatchOutcome
from table.rules.seats import BLUE, RED, Seat
from table.rules.shown_codes import letters_of
from table.view.hall import HallResult, MatchProof, NeedKind
from table.view.hall_events import CodeShown, HallEvent, LineTold, MatchBegan, MatchOver, MatchRecord, PointsStand

HOSTILE = "table-9"
HONEST = ("table-1", "table-2")
ARMIES = ("Echo base", "Fifth column")
POINTS = "points"
CONFIRMED = (MatchProof.PROVED, MatchProof.OPEN)
"""The proofs of a result for which its players vouch."""
IN_THE_FILE = (MatchProof.REPORTED, *CONFIRMED)
"""The kinds of proof that need the verified file."""


class HonestMatch(NamedTuple):
    """A match that was played at an honest table, with its outcome."""

    table: str
    sim: SimulatedMatch
    outcome: MatchOutcome


class HostileHall(AttackedWorld):
    """A hall with honest tables and the attacker's, and beside it one without the attacker, to compare."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._hall, self._alone = Hall(links_of), Hall(links_of)
        self._outboxes = {name: EventChain(name, "honest") for name in HONEST}
        self._own = EventChain(HOSTILE, "first")
        self._epochs = 0
        self._playing: dict[str, HonestMatch] = {}
        self._played: list[HonestMatch] = []
        self._numbers = 0
        self._fakes: list[str] = []
        """The matches that the attacker reports."""
        self._early: set[str] = set()
        """The matches whose files the attacker handed in before their own table."""
        self._codes: dict[str, list[str]] = {}
        """The codes that the attacker reported for each match before its file was known."""
        self._entered: set[tuple[str, str]] = set()
        """The matches whose players entered the code of their end, each with its table."""
        for name in HONEST:
            self._plays(name, random.Random(name))

    def does(self, act: AttackAct) -> None:
        self.now_s += 5.0
        try:
            super().does(act)
            self._look()
        except BrokenPromiseError:
            raise
        except Exception as error:
            raise BrokenPromiseError(f"the hall fails: {type(error).__name__}: {error}") from error

    @property
    def position(self) -> Hashable:
        mine = [each for each in self._hall.view(self.now_s).results if each.table == HOSTILE]
        needs = {each.kind for each in self._hall.view(self.now_s).needs if each.table == HOSTILE}
        counted = (min(len(mine), 3), min(self._epochs, 3), min(len(self._entered), 2))
        return (frozenset(each.proof for each in mine), frozenset(needs), counted)

    # -- honest tables -------------------------------------------------------------------------------------------------

    def honest_plays(self, rng: random.Random) -> None:
        """Begin a match at an honest table, or continue it."""
        self._plays(rng.choice(HONEST), rng)

    def _plays(self, name: str, rng: random.Random) -> None:
        playing = self._playing.get(name)
        if playing is None:
            self._numbers += 1
            sim, points = SimulatedMatch(f"m{self._numbers}"), (rng.randrange(12), rng.randrange(12))
            winner = BLUE if points[0] > points[1] else RED if points[1] > points[0] else None
            outcome = MatchOutcome(SYSTEM, *ARMIES, *points, MatchEnd.FINISHED, winner, POINTS)
            playing = self._playing[name] = HonestMatch(name, sim, outcome)
            self._reports(name, MatchBegan(sim.match, SYSTEM, *ARMIES, self.now_s))
        playing.sim.goes_on()
        self._reports(name, LineTold(playing.sim.match, playing.sim.count, {"en": "Blue orders a unit."}))
        self._reports(name, CodeShown(playing.sim.match, playing.sim.chain))

    def honest_ends(self, rng: random.Random) -> None:
        """Close a match at an honest table: its end and its file are reported."""
        if not self._playing:
            return
        name = rng.choice(sorted(self._playing))
        played = self._playing.pop(name)
        played.sim.goes_on()
        self._played.append(played)
        self._reports(name, CodeShown(played.sim.match, played.sim.chain))
        if rng.random() < 0.4:  # the attacker has the file before its own table sends it
            self.attacker_takes_over(rng, played)
        self._reports(name, _end(played.sim.match, played.outcome, played.sim.chain))
        self._reports(name, MatchRecord(played.sim.match, played.sim.file().decode()))

    def honest_enters_code(self, rng: random.Random) -> None:
        """Let the players of a match at an honest table type the code that they copied. The desk must take it."""
        if not self._played:
            return
        played = rng.choice(self._played)
        code = rng.choice((letters_of(played.sim.chain).lower(), played.sim.chain[:40]))
        for hall in (self._hall, self._alone):
            if not _enters(hall, CodeEntered(played.table, played.sim.match, code)):
                raise BrokenPromiseError(f"the desk refuses the code of a match that was played at {played.table}")
        self._entered.add((played.table, played.sim.match))

    def _reports(self, name: str, event: HallEvent) -> None:
        line = self._outboxes[name].line(event)
        for hall in (self._hall, self._alone):
            hall.event(name, line, self.now_s)
            self._verify(hall)

    # -- the attacker --------------------------------------------------------------------------------------------------

    def _sends(self, event: HallEvent) -> None:
        if isinstance(event, CodeShown):
            known = self._hall.matches.all.get((HOSTILE, event.match))
            if known is None or not known.sound:
                self._codes.setdefault(event.match, []).append(event.code)
        self._hall.event(HOSTILE, self._own.line(event), self.now_s)
        self._verify(self._hall)

    def attacker_begins(self, rng: random.Random) -> None:
        """Report that a match begins: an invented one, or one that is or was played at another table."""
        known = (*self._played, *self._playing.values(), *self._playing.values())
        match = rng.choice((f"fake{rng.randrange(3)}", *(each.sim.match for each in known)))
        self._fakes.append(match)
        blue, red = ARMIES if rng.random() < 0.7 else reversed(ARMIES)
        self._sends(MatchBegan(match, rng.choice((SYSTEM, SYSTEM, "other")), blue, red, self.now_s))

    def attacker_ends(self, rng: random.Random) -> None:
        """Report an end, with any result and the code of any match."""
        match = self._fake(rng)
        known = next((each for each in self._played if each.sim.match == match), None)
        chain = known.sim.chain if known is not None and rng.random() < 0.7 else self._code(rng)
        outcome = known.outcome if known is not None and rng.random() < 0.3 else _invented(rng)
        self._sends(_end(match, outcome, chain))

    def attacker_hands_in(self, rng: random.Random) -> None:
        """Hand in a file: of another table's match, whole, cut, changed or under another name; or of no match."""
        match = self._fake(rng)
        self._sends(MatchRecord(match, self._file(rng, match)))

    def attacker_takes_over(self, rng: random.Random, played: HonestMatch | None = None) -> None:
        """Report a whole match of another table as its own, with its result or with another one."""
        if played is None and not self._played:
            return
        taken = rng.choice(self._played) if played is None else played
        self._early |= set() if played is None else {taken.sim.match}
        self._fakes.append(taken.sim.match)
        outcome = taken.outcome if rng.random() < 0.5 else _invented(rng)
        events: list[HallEvent] = [
            MatchBegan(taken.sim.match, SYSTEM, outcome.blue, outcome.red, self.now_s),
            CodeShown(taken.sim.match, taken.sim.chain),
            _end(taken.sim.match, outcome, taken.sim.chain),
            MatchRecord(taken.sim.match, taken.sim.file().decode()),
        ]
        if rng.random() < 0.6:
            events.append(CodeShown(taken.sim.match, self._code(rng)))
        rng.shuffle(events)
        for event in events:
            self._sends(event)

    def attacker_reports(self, rng: random.Random) -> None:
        """Report codes, points and lines of any match."""
        match = self._fake(rng)
        events: tuple[HallEvent, ...] = (
            CodeShown(match, self._code(rng)),
            PointsStand(match, rng.randrange(9), rng.randrange(99), -1),
            LineTold(match, rng.choice((1, 10**9, -5)), {"en": "<script>", "xx": "x" * rng.randrange(300)}),
        )
        self._sends(rng.choice(events))

    def attacker_enters_code(self, rng: random.Random) -> None:
        """Enter at the desk, for its own match, the code of another match or of none. A file refutes it at once."""
        match = self._fake(rng)
        own = {each.sim.chain for each in self._played if each.sim.match == match}
        chain = self._code(rng)
        if chain in own:
            return
        reported = self._hall.matches.all.get((HOSTILE, match))
        head = "" if reported is None else reported.head
        taken = _enters(self._hall, CodeEntered(HOSTILE, match, rng.choice((chain, letters_of(chain)))))
        if taken and head not in ("", chain):
            raise BrokenPromiseError("the desk takes a code with which the file does not end")

    def attacker_speaks_as_another(self, rng: random.Random) -> None:
        """Send the message of an honest table, under its own topic: an old one, or a forged next one."""
        name = rng.choice(HONEST)
        forged = EventChain(name, rng.choice(("honest", "other")))
        forged.seq = self._outboxes[name].seq
        line = forged.line(_end("m1", _invented(rng), self._code(rng)))
        self._hall.event(HOSTILE, rng.choice((line, *self._outboxes[name].lines)), self.now_s)
        self._verify(self._hall)

    def attacker_disorders(self, rng: random.Random) -> None:
        """Send own events again, with a gap, with a wrong link, or under a new count."""
        if rng.random() < 0.3:
            self._epochs += 1
            self._own = EventChain(HOSTILE, f"epoch{self._epochs}")
        elif rng.random() < 0.5 and self._own.lines:
            self._hall.event(HOSTILE, rng.choice(self._own.lines), self.now_s)
        else:
            ahead = EventChain(HOSTILE, self._own.epoch)
            ahead.seq = self._own.seq + rng.choice((0, 0, 1, 10**15))
            self._hall.event(HOSTILE, ahead.line(_end(self._fake(rng), _invented(rng), self._code(rng))), self.now_s)
        self._verify(self._hall)

    def attacker_sends_state(self, rng: random.Random) -> None:
        """Send any state, sign of life, or bytes."""
        epoch = rng.choice((self._own.epoch, "honest", "x"))
        state = TableState(VERSION, epoch, rng.choice((0, 5, 10**18)), first=rng.choice((1, 10**12)), there=True,
                           judged=rng.random() < 0.5, match=self._fake(rng), blue="B" * rng.randrange(200))  # fmt: skip
        raw = msgspec.json.encode(state) if rng.random() < 0.8 else rng.randbytes(rng.randrange(200))
        self._hall.state(HOSTILE, raw, self.now_s, 0, kept=rng.random() < 0.5)
        online = msgspec.json.encode(TableOnline(rng.choice((VERSION, VERSION + 1)), epoch, rng.random() < 0.5))
        self._hall.online(HOSTILE, online, self.now_s, kept=rng.random() < 0.5)

    def attacker_damages(self, rng: random.Random) -> None:
        """Send an own message with fields of another type, or with a bit changed."""
        line = bytearray(self._own.line(_end(self._fake(rng), _invented(rng), self._code(rng))))
        if rng.random() < 0.5:
            line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        else:
            message = json.loads(bytes(line))
            message["event"][rng.choice(sorted(message["event"]))] = rng.choice((None, -1, "x", [], {"a": 1}))
            line = bytearray(json.dumps(message).encode())
        self._hall.event(HOSTILE, bytes(line), self.now_s)
        self._verify(self._hall)

    def _fake(self, rng: random.Random) -> str:
        return rng.choice(self._fakes) if self._fakes else "fake0"

    def _code(self, rng: random.Random) -> str:
        return rng.choice((rng.randbytes(32).hex(), *(each.sim.chain for each in self._played)))

    def _file(self, rng: random.Random, match: str) -> str:
        if not self._played:
            return "no file"
        own = [each for each in self._played if each.sim.match == match]
        lines = rng.choice(own or self._played).sim.file().splitlines(keepends=True)
        match rng.randrange(5):
            case 0:
                lines = lines[: rng.randrange(1, len(lines))]
            case 1:
                at = rng.randrange(len(lines))
                lines[at] = lines[at].replace(b"1", b"2", 1)
            case 2:
                lines[0] = lines[0].replace(b'"m', b'"fake', 1)
            case _:
                pass
        return b"".join(lines).decode()

    # -- what the hall shows -------------------------------------------------------------------------------------------

    def _verify(self, hall: Hall) -> None:
        """Verify the files that wait, as the hall's program does: by the matches that were really played."""
        for each in list(hall.matches.all.values()):
            if each.sound and each.finding is None and each.over is not None:
                known = next((played for played in self._played if played.sim.chain == each.sound), None)
                finding = FileFinding(MatchProof.FORGED) if known is None else _proved(known)
                hall.matches.found(each, finding)

    def _look(self) -> None:
        """Compare what both halls show. Raises BrokenPromiseError."""
        shown, alone = self._hall.view(self.now_s), self._alone.view(self.now_s)
        proved = [each for each in shown.results if each.proof in IN_THE_FILE]
        for result in proved:
            self._check_proved(result)
            if result.proof in CONFIRMED and (result.table, result.match) not in self._entered:
                raise BrokenPromiseError(f"a result of {result.table} is proved, and its players entered no code")
        if len({each.chain for each in proved}) != len(proved):
            raise BrokenPromiseError("one file proves two results")
        theirs = [each for each in shown.results if each.table in HONEST]
        for result, undisturbed in zip(theirs, alone.results, strict=True):
            self._check_honest(result, undisturbed)
        for name in HONEST:
            if shown.tables[name] != alone.tables[name]:
                raise BrokenPromiseError(f"the attacker has changed what the page shows of {name}")
        honest = [(each.table, each.kind) for each in shown.needs if each.table in HONEST]
        for need in honest:
            if need not in [(each.table, each.kind) for each in alone.needs] and need[1] is not NeedKind.TWICE:
                raise BrokenPromiseError(f"the attacker sends somebody to {need[0]}: {need[1]}")

    def _check_proved(self, result: HallResult) -> None:
        """Compare a proved result with the match that was played. Raises BrokenPromiseError."""
        known = next((each for each in self._played if each.sim.chain == result.chain), None)
        if known is None:
            raise BrokenPromiseError(f"a match that nobody played is proved at {result.table}")
        links = links_of(known.sim.file(), known.sim.match)
        if result.table == HOSTILE and not set(self._codes.get(result.match, ())) <= set(links):
            raise BrokenPromiseError("a file is proved that lacks a code which its table has shown")
        outcome = known.outcome
        reported = (result.blue_points, result.red_points, result.winner, result.end, result.by)
        if reported != (outcome.blue_points, outcome.red_points, outcome.winner, outcome.end, outcome.by):
            raise BrokenPromiseError(f"a result of {result.table} is proved that its file does not have")
        armies = (result.system, result.blue, result.red)
        if armies not in (("", "", ""), (outcome.system, outcome.blue, outcome.red)):
            raise BrokenPromiseError(f"{result.table} has proved a match of other armies")

    def _check_honest(self, result: HallResult, undisturbed: HallResult) -> None:
        early = result.match in self._early and (result.table, result.match) not in self._entered
        twice = result.proof is MatchProof.TWICE and early
        if result != undisturbed and not twice:
            raise BrokenPromiseError(f"the attacker has changed a result of {result.table}")


def _end(match: str, outcome: MatchOutcome, chain: str) -> MatchOver:
    points = (outcome.blue_points, outcome.red_points)
    return MatchOver(match, outcome.end, outcome.winner, outcome.by, *points, chain)


def _enters(hall: Hall, act: CodeEntered) -> bool:
    """Enter a code at the desk. Return False if the desk refuses it."""
    try:
        hall.acts(DeskActs(hall, Path(), lambda: 0.0).completed(act), 0.0)
    except RefusedActError:
        return False
    return True


def _invented(rng: random.Random) -> MatchOutcome:
    winner = rng.choice((*Seat, None))
    end = rng.choice((MatchEnd.FINISHED, MatchEnd.CONCEDED))
    return MatchOutcome(
        SYSTEM, *ARMIES, rng.randrange(100), rng.randrange(100), end, winner, rng.choice(("points", "rules"))
    )


def _proved(played: HonestMatch) -> FileFinding:
    return FileFinding(MatchProof.PROVED, played.outcome)


NAMES = (*acts_of(HostileHall), "honest_plays", "honest_ends", "honest_ends")
