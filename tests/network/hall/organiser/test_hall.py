"""The hall's view: tables that need help first, all tables, the results. In virtual time, without a broker."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import hal.events as hw
from lab.campaigns.hall.simulated import SimulatedMatch, SimulatedTable
from table.network.broker import BrokerAccess
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.matches import MOST_NAME, FileFinding, MatchesOfHall, MatchOfHall, match_event
from table.network.hall.organiser.pairings import PairingLine
from table.network.hall.organiser.quotas import MOST_MATCHES, TableQuota
from table.network.hall.organiser.table_of_hall import FILE_S, SILENT_S
from table.network.hall.organiser.tournament.acts import CodeEntered, HallStarted, act_line
from table.network.hall.wire.messages import (
    MOST_STATE_BYTES,
    VERSION,
    PayoutAsked,
    TableOnline,
    TableState,
    event_line,
    first_link,
    next_link,
)
from table.records.verify.file import links_of
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED
from table.rules.shown_codes import letters_of
from table.session.ports import Message
from table.view.clock import ClockNow
from table.view.hall import HallResult, MatchOutcome, MatchProof, NeedKind, Pairing
from table.view.hall_events import CodeShown, HallEvent, MatchBegan, MatchOver, MatchRecord
from table.view.operations import OperationsFault
from table.view.streams.operations_feed import OperationsFeed
from table.words import Words
from tests.network.hall.organiser.test_quotas import uses_up
from tests.network.watched import SAYINGS
from tests.session.kit import SessionTable


class Evening:
    """A hall that receives tables at once and without a loss."""

    def __init__(self, folder: Path) -> None:
        self.hall, self.folder, self.now_s = Hall(links_of), folder, 0.0
        self.log: list[bytes] = []
        self._sent: dict[str, int] = {}

    def table(self, name: str = "table-1") -> SimulatedTable:
        access = BrokerAccess("127.0.0.1", 1883, name, "")
        return SimulatedTable(name, access, self.folder, lambda: self.now_s)

    def receives(self, *tables: SimulatedTable) -> None:
        """Hear all that the tables have to say."""
        for table in tables:
            table.lives()
            store = table.outbox.listeners.store
            for each in store.events_from(self._sent.get(table.name, 0) + 1):
                taken = self.hall.event(table.name, each.line, self.now_s)
                self.log += [taken.line] if taken.line else []
                self._sent[table.name] = each.seq
            self.states(table.name, msgspec.json.encode(table.outbox.listeners.state()))

    def states(self, name: str, payload: bytes, *, kept: bool = False) -> None:
        self.hall.state(name, payload, self.now_s, round(1000 * self.now_s), kept=kept)

    def needs(self) -> list[tuple[str, NeedKind]]:
        return [(each.table, each.kind) for each in self.hall.view(self.now_s).needs]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def state(**changes: Any) -> bytes:
    return msgspec.json.encode(TableState(VERSION, "one", 0, there=True, lives=True, **changes))


def test_a_table_on_the_wall_shows_its_match(evening: Evening) -> None:
    table = evening.table()
    table.opens()
    table.plays("Blue orders Luke.")
    evening.receives(table)
    row = evening.hall.view(0.0).tables["table-1"]
    assert (row.online, row.there, row.match, row.system) == (True, True, "table1m1", "skirmish")
    assert (row.round, row.rounds, row.blue, row.last_line) == (1, 5, "Echo base", table._story[-1].say)
    assert not row.over


def test_a_match_that_is_over_is_a_result_with_its_proof(evening: Evening) -> None:
    table = evening.table()
    table.opens()
    table.plays()
    table.plays()
    table.ends()
    evening.receives(table)
    (result,) = evening.hall.view(0.0).results
    assert result == HallResult(
        "table-1", "table1m1", 0, "skirmish", "Echo base", "Echo base", "", "", 8, 5, BLUE, "points",
        MatchEnd.FINISHED, table.played[0].chain, MatchProof.CHAIN,
    )  # fmt: skip
    assert evening.hall.view(0.0).tables["table-1"].over


def test_the_log_alone_brings_everything_back_but_for_what_is_now(evening: Evening) -> None:
    tables = [evening.table(name) for name in ("table-1", "table-2")]
    for table in tables:
        table.opens()
        table.plays()
    tables[0].ends()
    evening.receives(*tables)
    again = Hall(links_of)
    for line in evening.log:
        again.remembers(line)
    assert again.damaged == 0
    assert again.view(0.0).results == evening.hall.view(0.0).results
    assert again.tables["table-2"].outboxes.acknowledged(tables[1].outbox.listeners.store.epoch).seq == 3


def test_a_damaged_line_of_the_log_is_counted_and_the_others_are_read(evening: Evening) -> None:
    table = evening.table()
    table.opens()
    evening.receives(table)
    again = Hall(links_of)
    for line in (b"nonsense", *evening.log, evening.log[0]):
        again.remembers(line)
    assert (again.damaged, list(again.tables)) == (2, ["table-1"])


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\u2028", "\u202e", "\u2066\0", "\0", "\x1b"])
def test_the_name_of_an_army_is_one_line_in_one_direction(evening: Evening, end: str) -> None:
    """Behind a character that turns the direction, the desk would show 8 : 15 as 51 : 8."""
    match = MatchOfHall("m1", "table-1")
    match_event(match, MatchBegan("m1", f"skirmish{end}", f"Echo{end}base", f"Hoth{end}9,9"))
    assert (match.system, match.blue, match.red) == ("skirmish", "Echo base", "Hoth 9,9")
    evening.states("table-1", state(blue=f"Echo{end}base", red=f"Hoth{end}" + 1000 * "9"))
    row = evening.hall.view(0.0).tables["table-1"]
    assert (row.blue, row.red[:6], len(row.red) <= MOST_NAME) == ("Echo base", "Hoth 9", True)


def test_a_file_that_was_read_ahead_is_read_once_though_another_one_comes_between() -> None:
    read = list[str]()

    def counted(raw: bytes, match: str) -> tuple[str, ...]:
        read.append(match)
        return links_of(raw, match)

    long, short = SimulatedMatch("m1"), SimulatedMatch("m2")
    long.goes_on()
    short.goes_on()
    matches, ahead = MatchesOfHall(counted), MatchRecord("m1", long.file().decode())
    matches.read_ahead(ahead)
    matches.takes("table-2", MatchRecord("m2", short.file().decode()))
    taken = matches.takes("table-1", ahead)
    assert read == ["m1", "m2"]
    assert taken is not None
    assert taken.head == long.chain


class TestTooManyMatches:
    """A table reports more matches than the hall keeps."""

    def reports(self, hall: Hall, table: str, matches: int) -> list[bytes]:
        """Let a table report the beginnings of matches. Return the lines that the hall keeps."""
        kept, link = list[bytes](), first_link(table, "0123456789abcdef")
        for number in range(1, matches + 1):
            event = msgspec.json.encode(MatchBegan(f"m{number}", "skirmish", "Echo base", "Hoth"))
            link = next_link(link, event)
            taken = hall.event(table, event_line(table, "0123456789abcdef", number, link, event), 0.0)
            kept += [taken.line] if taken.line else []
        return kept

    def test_the_further_ones_stay_at_the_table_and_the_page_shows_why(self, evening: Evening) -> None:
        kept = self.reports(evening.hall, "table-1", MOST_MATCHES + 5)
        assert len(kept) == MOST_MATCHES
        outboxes = evening.hall.tables["table-1"].outboxes
        assert outboxes.acknowledged("0123456789abcdef").seq == MOST_MATCHES, "so the table sends them again"
        assert ("table-1", NeedKind.FULL) in evening.needs()
        assert len(self.reports(evening.hall, "table-2", 5)) == 5, "the others play on"

    def test_after_a_restart_it_is_the_same(self, evening: Evening) -> None:
        kept = self.reports(evening.hall, "table-1", MOST_MATCHES)
        again = Hall(links_of)
        again.remembers(act_line(HallStarted(), 500.0, ""))
        for line in kept:
            again.remembers(line)
        again.begin(0.0, 1000.0)
        quota, fresh = again.tables["table-1"].quota, TableQuota()
        assert quota.full
        assert uses_up(quota, 0.0) < uses_up(fresh, 0.0)


class TestNeeds:
    def test_the_most_urgent_stands_first(self, evening: Evening) -> None:
        fault = OperationsFault("reader.missing", "red", {"en": "Reader"})
        minor = OperationsFault("hopper.short", "corps", {"en": "Short"})
        clock = ClockNow(-3, 60, (BLUE,), shared=False)
        jam, unknown = PayoutAsked("TB-11", {"en": "Jam"}), PayoutAsked("TB-10", {"en": "How many?"})
        evening.states("table-9", state(faults=(minor, fault)))
        evening.states("table-8", state(judged=True, clock=clock))
        evening.states("table-7", state(payouts=(unknown, jam)))
        assert evening.needs() == [
            ("table-7", NeedKind.JAM),
            ("table-7", NeedKind.PAYOUT),
            ("table-9", NeedKind.READER),
            ("table-8", NeedKind.CLOCK),
            ("table-8", NeedKind.JUDGE),
            ("table-9", NeedKind.FAULT),
        ]

    @pytest.mark.parametrize(
        ("came", "needed"),
        [
            (lambda job: hw.PayoutEnded(job, 1, 0, hw.Outcome.JAM), NeedKind.JAM),
            (lambda job: hw.PayoutUnknown(job, 0, 1), NeedKind.PAYOUT),
        ],
        ids=["jam", "unknown"],
    )
    def test_a_jam_and_an_unknown_payout_are_needs_at_once_whatever_spectators_are_reported(
        self, came: Callable[[str], Message], needed: NeedKind, evening: Evening
    ) -> None:
        """Nothing is asked to spectators here."""
        played = SessionTable(evening.folder / "state").begun()
        played.receives(hw.DispenserUp(1, "1.0", 7, store=5))
        played.plays(blue=3, red=1)
        played.receives(came(played.now.handing[0].job))
        feed = OperationsFeed("epoch", SAYINGS, lambda: 20.0, lambda: played.published)
        feed.live()
        table = evening.table()
        ear = table.outbox.listeners.operations
        assert ear.receive(feed.joined(20.0))
        assert ear.receive(feed.step(20.0))
        evening.states("table-1", msgspec.json.encode(table.outbox.listeners.state()))
        assert ("table-1", needed) in evening.needs()
        assert {need.say["en"] for need in evening.hall.view(0.0).needs if need.kind is needed if need.say} == {
            Words("en").sentences[f"operations.payout.{'failed' if needed is NeedKind.JAM else 'unknown'}"]
        }
        played.session.close()

    @pytest.mark.parametrize(
        ("clock", "needed"),
        [
            (ClockNow(0, 60, (BLUE,), shared=False), True),
            (ClockNow(1, 60, (BLUE,), shared=False), False),
            (ClockNow(-5, 60, (RED,), shared=False), False),
            (ClockNow(-5, -5, (), shared=True), False),
        ],
    )
    def test_a_clock_that_stands_needs_nobody(self, clock: ClockNow, needed: bool, evening: Evening) -> None:
        evening.states("table-1", state(clock=clock))
        assert (("table-1", NeedKind.CLOCK) in evening.needs()) is needed

    def test_a_table_that_is_silent_in_a_match_is_missed_and_one_in_the_lobby_is_not(self, evening: Evening) -> None:
        playing, idle = evening.table("table-1"), evening.table("table-2")
        playing.opens()
        evening.receives(playing, idle)
        assert evening.needs() == []
        evening.now_s += SILENT_S
        assert evening.needs() == [("table-1", NeedKind.GONE)]
        assert [row.online for row in evening.hall.view(evening.now_s).tables.values()] == [False, False]

    def test_the_broker_reports_that_a_table_has_gone_and_who_comes_back_is_there(self, evening: Evening) -> None:
        table = evening.table()
        table.opens()
        evening.receives(table)
        epoch = table.outbox.listeners.store.epoch
        gone = msgspec.json.encode(TableOnline(VERSION, epoch, online=False))
        evening.hall.online("table-1", gone, 0.0, kept=False)
        assert evening.needs() == [("table-1", NeedKind.GONE)]
        evening.hall.online("table-1", gone.replace(b"false", b"true"), 0.0, kept=False)
        assert evening.needs() == []

    def test_the_end_of_an_outbox_that_is_no_more_is_not_that_of_the_table(self, evening: Evening) -> None:
        evening.states("table-1", state())
        gone = msgspec.json.encode(TableOnline(VERSION, "another", online=False))
        evening.hall.online("table-1", gone, 0.0, kept=False)
        assert evening.hall.view(0.0).tables["table-1"].online

    def test_a_program_that_gives_no_sign_is_distinguished_from_one_that_is_off(self, evening: Evening) -> None:
        evening.states("table-1", msgspec.json.encode(TableState(VERSION, "one", 0, there=True)))
        evening.states("table-2", msgspec.json.encode(TableState(VERSION, "two", 0)))
        assert evening.needs() == [("table-1", NeedKind.STUCK)]

    def test_what_the_broker_had_kept_is_no_sign_of_life(self, evening: Evening) -> None:
        evening.states("table-1", state(), kept=True)
        assert not evening.hall.view(0.0).tables["table-1"].online

    def test_a_table_of_another_version_is_reported_and_its_events_stay_there(self, evening: Evening) -> None:
        table = evening.table()
        table.opens()
        (event,) = table.outbox.listeners.store.events_from(1)
        taken = evening.hall.event("table-1", event.line.replace(b'"v":1', b'"v":2'), 0.0)
        assert (taken.ack, taken.line) == (None, b"")
        (need,) = evening.hall.view(0.0).needs
        assert (need.kind, need.values) == (NeedKind.VERSION, {"version": "2"})
        evening.receives(table)
        assert (evening.needs(), len(evening.log)) == ([], 1)

    @pytest.mark.parametrize(("more", "round_"), [(0, 3), (1, 0)])
    def test_a_state_of_more_than_16_kb_is_ignored(self, evening: Evening, more: int, round_: int) -> None:
        state = msgspec.json.encode(TableState(VERSION, "one", 0, there=True, round=3))
        padded = state + b" " * (MOST_STATE_BYTES - len(state) + more)
        evening.hall.state("table-1", padded, 0.0, 0, kept=False)
        assert sum(row.round for row in evening.hall.view(0.0).tables.values()) == round_

    def test_events_that_nobody_has_any_more_are_reported(self, evening: Evening) -> None:
        table = evening.table()
        table.opens()
        table.plays()
        table.plays()
        lines = [each.line for each in table.outbox.listeners.store.events_from(1)]
        epoch = table.outbox.listeners.store.epoch
        evening.states("table-1", msgspec.json.encode(TableState(VERSION, epoch, 5, 4, there=True, lives=True)))
        evening.hall.event("table-1", lines[3], 0.0)
        (need,) = evening.hall.view(0.0).needs
        assert (need.kind, need.values) == (NeedKind.LACKS, {"events": "3"})


class TestFiles:
    def test_a_match_without_its_file_is_reported_after_a_while(self, evening: Evening) -> None:
        table = evening.table()
        table.opens()
        table.plays()
        table.outbox.listeners.results.receive = lambda line: bool(line)  # type: ignore[method-assign]
        table.ends()
        evening.receives(table)
        assert evening.needs() == []
        evening.now_s += FILE_S + 1
        evening.receives(table)
        (need,) = evening.hall.view(evening.now_s).needs
        assert (need.kind, need.values) == (NeedKind.FILE, {"match": "table1m1"})

    @pytest.mark.parametrize("forgery", ["another end", "a code that is not in it", "a broken chain", "another match"])
    def test_a_file_of_another_match_is_reported(self, forgery: str, evening: Evening) -> None:
        table = evening.table()
        table.opens()
        table.plays()
        played = table.played[0]
        forged = {
            "another end": longer(played.match),
            "a code that is not in it": played.file(),
            "a broken chain": played.file().replace(b'"number":1', b'"number":2'),
            "another match": longer("table2m1"),
        }[forgery]
        played.file = lambda: forged  # type: ignore[method-assign]
        if forgery == "a code that is not in it":
            table.outbox.listeners.store.add([CodeShown(played.match, "f" * 64)])
        table.ends()
        evening.receives(table)
        assert evening.needs() == [("table-1", NeedKind.FORGED)]
        assert evening.hall.view(0.0).results[0].proof is MatchProof.FORGED

    def test_the_file_may_come_before_the_end(self, evening: Evening) -> None:
        table = evening.table()
        table.opens()
        table.plays()
        table.outbox.listeners.store.add([MatchRecord(table.played[0].match, table.played[0].file().decode())])
        table.ends()
        evening.receives(table)
        assert b'"over"' in evening.log[-1]
        assert evening.hall.view(0.0).results[0].proof is MatchProof.CHAIN


PLAYED = MatchOutcome("skirmish", "Echo base", "Echo base", 8, 5, MatchEnd.FINISHED, BLUE, "points")
"""The outcome that a simulated table reports."""


class TestResultsOfFiles:
    """A result is called proved where it is the one of the verified file, and where that file counts nowhere else."""

    @pytest.fixture
    def table(self, evening: Evening) -> SimulatedTable:
        return self.plays(evening, "table-1")

    def plays(self, evening: Evening, name: str) -> SimulatedTable:
        table = evening.table(name)
        table.opens()
        table.plays()
        table.ends()
        evening.receives(table)
        return table

    def reports(self, evening: Evening, table: SimulatedTable, *events: HallEvent) -> None:
        """The table's outbox reports what its owner wants it to."""
        table.outbox.listeners.store.add(events)
        evening.receives(table)

    def hands_in(self, evening: Evening, name: str, stolen: SimulatedTable, **changes: Any) -> SimulatedTable:
        """Another table reports the match of this one, with its file."""
        match, over = stolen.played[0], evening.hall.matches.all[stolen.name, stolen.played[0].match].over
        assert over is not None
        thief = evening.table(name)
        began = MatchBegan(match.match, "skirmish", "Echo base", "Echo base")
        self.reports(evening, thief, began, replace(over, **changes), MatchRecord(match.match, match.file().decode()))
        return thief

    def found(self, evening: Evening, table: str, match: str, finding: FileFinding) -> None:
        """The file is verified, and the players have entered the code at its end."""
        reported = evening.hall.matches.all[table, match]
        evening.hall.matches.found(reported, finding)
        evening.hall.acts(CodeEntered(table, match, letters_of(reported.head)), 0.0)

    def proofs(self, evening: Evening) -> dict[str, MatchProof]:
        return {each.table: each.proof for each in evening.hall.view(0.0).results}

    @pytest.mark.parametrize("proof", [MatchProof.PROVED, MatchProof.OPEN])
    def test_a_verified_file_without_a_code_of_the_players_is_the_tables_own_word(
        self, evening: Evening, table: SimulatedTable, proof: MatchProof
    ) -> None:
        match = evening.hall.matches.all["table-1", table.played[0].match]
        evening.hall.matches.found(match, FileFinding(proof, PLAYED))
        assert (self.proofs(evening), evening.needs()) == ({"table-1": MatchProof.REPORTED}, [])
        for code in (letters_of(match.head), match.head):
            evening.hall.acts(CodeEntered("table-1", match.match, code), 0.0)
            assert self.proofs(evening) == {"table-1": proof}

    def test_a_code_that_came_before_another_file_is_not_that_of_the_other(
        self, evening: Evening, table: SimulatedTable
    ) -> None:
        """The table replaces its file, with a chain that is right, after its players entered their code."""
        match = table.played[0]
        self.found(evening, "table-1", match.match, FileFinding(MatchProof.PROVED, PLAYED))
        other = SimulatedMatch(match.match)
        for _ in range(match.count):
            other.goes_on()
        other.goes_on()
        over = MatchOver(match.match, MatchEnd.FINISHED, BLUE, "points", 8, 5, other.chain)
        self.reports(evening, table, over, MatchRecord(match.match, other.file().decode()))
        evening.hall.matches.found(
            evening.hall.matches.all["table-1", match.match], FileFinding(MatchProof.PROVED, PLAYED)
        )
        assert self.proofs(evening) == {"table-1": MatchProof.FORGED}

    def test_the_result_of_the_verified_file_is_proved(self, evening: Evening, table: SimulatedTable) -> None:
        self.found(evening, "table-1", table.played[0].match, FileFinding(MatchProof.PROVED, PLAYED))
        assert (self.proofs(evening), evening.needs()) == ({"table-1": MatchProof.PROVED}, [])

    @pytest.mark.parametrize("proof", [MatchProof.PROVED, MatchProof.OPEN])
    @pytest.mark.parametrize(
        "other",
        [
            {"system": "legion_2024"}, {"blue": "Hoth"}, {"red": "Hoth"}, {"blue_points": 9}, {"red_points": 4},
            {"end": MatchEnd.CONCEDED}, {"winner": RED}, {"winner": None}, {"by": "rules"},
        ],
        ids=str,
    )  # fmt: skip
    def test_a_result_that_the_file_does_not_have_is_not_proved_and_needs_somebody(
        self, evening: Evening, table: SimulatedTable, other: dict[str, Any], proof: MatchProof
    ) -> None:
        match = table.played[0].match
        self.found(evening, "table-1", match, FileFinding(proof, replace(PLAYED, **other)))
        assert self.proofs(evening) == {"table-1": MatchProof.OTHER}
        (need,) = evening.hall.view(0.0).needs
        assert (need.kind, need.values) == (NeedKind.OTHER, {"match": match})

    def test_what_a_table_reports_after_its_file_was_verified_is_compared_too(
        self, evening: Evening, table: SimulatedTable
    ) -> None:
        match = table.played[0]
        self.found(evening, "table-1", match.match, FileFinding(MatchProof.PROVED, PLAYED))
        for later in (
            MatchOver(match.match, MatchEnd.FINISHED, RED, "points", 0, 99, match.chain),
            MatchBegan(match.match, "skirmish", "Hoth", "Echo base"),
        ):
            self.reports(evening, table, later)
            assert self.proofs(evening) == {"table-1": MatchProof.OTHER}
        self.reports(
            evening,
            table,
            MatchBegan(match.match, "skirmish", "Echo base", "Echo base"),
            MatchOver(match.match, MatchEnd.FINISHED, BLUE, "points", 8, 5, match.chain),
        )
        assert self.proofs(evening) == {"table-1": MatchProof.PROVED}

    def test_the_report_with_the_players_code_wins_over_a_thief_who_was_faster(
        self, evening: Evening, tmp_path: Path
    ) -> None:
        own = self.plays(Evening(tmp_path / "elsewhere"), "table-1")
        match = own.played[0]
        over = MatchOver(match.match, MatchEnd.FINISHED, BLUE, "points", 8, 5, match.chain)
        began = MatchBegan(match.match, "skirmish", "Echo base", "Echo base")
        self.reports(evening, evening.table("table-2"), began, over, MatchRecord(match.match, match.file().decode()))
        evening.receives(own)
        for name in ("table-1", "table-2"):
            evening.hall.matches.found(
                evening.hall.matches.all[name, match.match], FileFinding(MatchProof.PROVED, PLAYED)
            )
        assert self.proofs(evening) == {"table-2": MatchProof.REPORTED, "table-1": MatchProof.TWICE}
        evening.hall.acts(CodeEntered("table-1", match.match, letters_of(match.chain)), 0.0)
        assert self.proofs(evening) == {"table-2": MatchProof.TWICE, "table-1": MatchProof.PROVED}

    @pytest.mark.parametrize("end", [MatchEnd.FINISHED, MatchEnd.ABANDONED])
    def test_a_table_that_reports_an_end_again_moves_no_match_to_another_pairing(
        self, evening: Evening, table: SimulatedTable, end: MatchEnd
    ) -> None:
        evening.hall.pair((Pairing(1, "table-1", "Ann", "Bob"), Pairing(2, "table-1", "Cid", "Dee")), ())
        table.opens()
        table.plays()
        table.ends()
        evening.receives(table)
        for match in table.played:
            self.found(evening, "table-1", match.match, FileFinding(MatchProof.PROVED, PLAYED))

        def seated() -> list[tuple[str, int, str]]:
            return [(each.match, each.round, each.blue_player) for each in evening.hall.view(0.0).results]

        first, second = (match.match for match in table.played)
        assert seated() == [(first, 1, "Ann"), (second, 2, "Cid")]
        over = evening.hall.matches.all["table-1", first].over
        assert over is not None
        self.reports(evening, table, replace(over, end=end))
        assert seated() == [(first, 1, "Ann"), (second, 2, "Cid")]
        assert evening.needs() == ([] if end is MatchEnd.FINISHED else [("table-1", NeedKind.NO_RESULT)])

    @pytest.mark.parametrize("has_file", [True, False])
    def test_a_result_that_its_table_withdraws_counts_for_nobody(self, evening: Evening, has_file: bool) -> None:
        evening.hall.pair((Pairing(1, "table-1", "Ann", "Bob"),), ())
        match = SimulatedMatch("m1")
        match.goes_on()
        over = MatchOver("m1", MatchEnd.FINISHED, BLUE, "points", 8, 5, match.chain)
        record = (MatchRecord("m1", match.file().decode()),) if has_file else ()
        self.reports(evening, evening.table(), over, *record)
        assert [each.points for each in evening.hall.view(0.0).standings] == [3, 0]
        self.reports(evening, evening.table(), replace(over, end=MatchEnd.ABANDONED))
        assert self.proofs(evening) == {"table-1": MatchProof.NO_RESULT}
        assert [each.points for each in evening.hall.view(0.0).standings] == [0, 0]

    @pytest.mark.parametrize("late", [True, False], ids=["after the file", "before the file"])
    def test_a_code_that_the_file_lacks_is_noticed_whenever_it_comes(self, evening: Evening, late: bool) -> None:
        table, match = evening.table(), SimulatedMatch("m1")
        for _ in range(40):
            match.goes_on()
        record, code = MatchRecord("m1", match.file().decode()), CodeShown("m1", "ab" * 32)
        events = (record, code) if late else (code, record)
        over = MatchOver("m1", MatchEnd.FINISHED, BLUE, "points", 8, 5, match.chain)
        self.reports(evening, table, CodeShown("m1", match.chain), *events, over)
        assert self.proofs(evening) == {"table-1": MatchProof.FORGED}

    @pytest.mark.parametrize("proof", [MatchProof.PROVED, MatchProof.OPEN])
    def test_a_file_without_a_result_confirms_none_and_needs_somebody(
        self, evening: Evening, table: SimulatedTable, proof: MatchProof
    ) -> None:
        """The match is not over in it, or its rules are not there."""
        match = table.played[0].match
        self.found(evening, "table-1", match, FileFinding(proof))
        assert self.proofs(evening) == {"table-1": MatchProof.NO_RESULT}
        (need,) = evening.hall.view(0.0).needs
        assert (need.kind, need.values) == (NeedKind.NO_RESULT, {"match": match})

    @pytest.mark.parametrize("outcome", [None, PLAYED], ids=["not over", "over"])
    def test_a_match_counts_once_though_its_file_is_cut_at_the_other_table(
        self, evening: Evening, outcome: MatchOutcome | None
    ) -> None:
        table = evening.table()
        table.opens()
        table.plays()
        early, cut = table.played[0].chain, table.played[0].file().decode()
        table.plays()
        table.ends()
        evening.receives(table)
        match = table.played[0].match
        self.found(evening, "table-1", match, FileFinding(MatchProof.PROVED, PLAYED))
        thief = evening.table("table-2")
        over = MatchOver(match, MatchEnd.FINISHED, BLUE, "points", 8, 5, early)
        self.reports(evening, thief, over, MatchRecord(match, cut))
        assert self.proofs(evening) == {"table-1": MatchProof.PROVED, "table-2": MatchProof.TWICE}
        self.found(evening, "table-2", match, FileFinding(MatchProof.OPEN, outcome))
        proof = MatchProof.TWICE if outcome else MatchProof.NO_RESULT
        assert self.proofs(evening) == {"table-1": MatchProof.PROVED, "table-2": proof}
        assert [need.table for need in evening.hall.view(0.0).needs] == ["table-2"]

    def test_a_file_counts_once_over_all_tables(self, evening: Evening, table: SimulatedTable) -> None:
        match = table.played[0].match
        self.hands_in(evening, "table-2", table)
        for name in ("table-2", "table-1"):
            self.found(evening, name, match, FileFinding(MatchProof.PROVED, PLAYED))
        assert self.proofs(evening) == {"table-1": MatchProof.PROVED, "table-2": MatchProof.TWICE}
        (need,) = evening.hall.view(0.0).needs
        assert (need.table, need.kind) == ("table-2", NeedKind.TWICE)
        assert need.values == {"match": match, "other": "table-1"}
        again = Hall(links_of)
        for line in evening.log:
            again.remembers(line)
        assert [each.proof for each in again.view(0.0).results] == [MatchProof.CHAIN, MatchProof.TWICE]

    def test_a_file_that_is_handed_in_with_another_result_is_not_taken_from_its_own_table(
        self, evening: Evening, tmp_path: Path
    ) -> None:
        """The thief was faster: the table's own network was gone."""
        own = self.plays(Evening(tmp_path / "elsewhere"), "table-1")
        match = own.played[0]
        thief = evening.table("table-2")
        over = MatchOver(match.match, MatchEnd.FINISHED, RED, "points", 0, 99, match.chain)
        self.reports(evening, thief, over, MatchRecord(match.match, match.file().decode()))
        evening.receives(own)
        assert self.proofs(evening) == {"table-2": MatchProof.CHAIN, "table-1": MatchProof.TWICE}
        self.found(evening, "table-2", match.match, FileFinding(MatchProof.PROVED, PLAYED))
        assert self.proofs(evening) == {"table-2": MatchProof.OTHER, "table-1": MatchProof.CHAIN}
        self.found(evening, "table-1", match.match, FileFinding(MatchProof.PROVED, PLAYED))
        assert self.proofs(evening) == {"table-2": MatchProof.OTHER, "table-1": MatchProof.PROVED}

    def test_a_file_that_is_taken_back_counts_where_else_it_is(self, evening: Evening, table: SimulatedTable) -> None:
        match = table.played[0].match
        self.hands_in(evening, "table-2", table)
        self.reports(evening, table, MatchRecord(match, longer(match).decode()))
        assert self.proofs(evening) == {"table-1": MatchProof.FORGED, "table-2": MatchProof.CHAIN}


class TestPairings:
    def test_a_file_with_invalid_lines_alone_changes_no_pairing_and_is_shown(self, evening: Evening) -> None:
        kept = (Pairing(1, "table-1", "Ann", "Bob"),)
        evening.hall.pair(kept, ())
        evening.hall.pair((), (PairingLine(1, "blue", "Home,Away"),))
        assert evening.hall.pairings == kept
        (need,) = [each for each in evening.hall.view(0.0).needs if each.kind is NeedKind.PAIRING]
        assert (need.table, need.values) == ("pairings.csv", {"line": "1", "text": "Home,Away"})

    def test_a_result_is_that_of_the_next_pairing_of_its_table(self, evening: Evening) -> None:
        evening.hall.pairings = (Pairing(1, "table-1", "Ann", "Bob"), Pairing(2, "table-1", "Cid", "Dee"))
        table = evening.table()
        for number in (1, 2):
            table.opens()
            table.plays()
            evening.receives(table)
            row = evening.hall.view(0.0).tables["table-1"]
            assert (row.blue_player, row.red_player) == (("Ann", "Bob"), ("Cid", "Dee"))[number - 1]
            table.ends()
            evening.receives(table)
            assert evening.hall.view(0.0).tables["table-1"].blue_player == ("Ann", "Cid")[number - 1]
        results = evening.hall.view(0.0).results
        assert [(each.round, each.blue_player, each.match) for each in results] == [
            (1, "Ann", "table1m1"),
            (2, "Cid", "table1m2"),
        ]


def longer(match: str) -> bytes:
    other = SimulatedMatch(match)
    for _ in range(3):
        other.goes_on()
    return other.file()


@pytest.mark.parametrize("payload", [b'{"x":' * 3000, b'{"v":1,"table":"\xff"}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_message_is_none_and_ends_nothing(evening: Evening, payload: bytes) -> None:
    evening.hall.event("table-1", payload, 0.0)
    evening.hall.online("table-1", payload, 0.0, kept=True)
    evening.states("table-1", payload, kept=True)
    evening.hall.remembers(payload)
    assert set(evening.needs()) <= {("table-1", NeedKind.VERSION)}
    assert evening.hall.damaged == 1


def test_an_event_of_bytes_that_are_no_letters_is_strange_and_not_kept(evening: Evening) -> None:
    body = b'{"kind":"began","match":"m1","system":"\xff","blue":"","red":""}'
    link = next_link(first_link("table-1", "one"), body)
    taken = evening.hall.event("table-1", event_line("table-1", "one", 1, link, body), 0.0)
    assert (taken.line, taken.ack) == (b"", None)
