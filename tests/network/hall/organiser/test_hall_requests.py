"""Requests of a hall to its tables: judges that were called, and the round's clock until each table shows it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_requests import ASK_S, HallRequests
from table.network.hall.organiser.judge_calls import FILE, JudgeCall, note
from table.network.hall.organiser.table_of_hall import ASK_CLOCK_S, SLACK_S
from table.network.hall.wire.messages import VERSION, Ask, AskKind, TableState
from table.records.verify.file import links_of
from table.view.hall import HallClock
from table.view.hall_asks import AskedClock


class AskingHall:
    """A hall in virtual time: its own clock stands beside it, and can jump."""

    def __init__(self) -> None:
        self.now_s, self.clock_s = 100.0, 5000.0
        self.hall = Hall(links_of)
        self.asking = HallRequests(self.hall, "run", lambda: self.now_s, lambda: self.clock_s)

    def states(self, table: str = "table-1", *, kept: bool = False, **changes: Any) -> None:
        state = TableState(VERSION, "one", 0, there=True, lives=True, **{"asks": True, **changes})
        self.hall.state(table, msgspec.json.encode(state), self.now_s, self.at_ms, kept=kept)

    def shows(self, clock: AskedClock | None) -> None:
        self.states(round_clock=clock)

    def sets(self, left_s: int, *, runs: bool = True) -> None:
        self.hall.clock = HallClock(self.at_ms, left_s, runs, 2)

    @property
    def at_ms(self) -> int:
        return round(1000 * self.now_s)

    def due(self) -> list[tuple[str, Ask]]:
        found = list(self.asking.due(self.at_ms))
        for _, ask in found:
            self.asking.asked(ask)
        return found

    def clocks(self) -> list[AskedClock | None]:
        return [ask.clock for _, ask in self.due() if ask.kind is AskKind.ROUND_CLOCK]


@pytest.fixture
def hall() -> AskingHall:
    return AskingHall()


def called(hall: AskingHall, folder: Path, *calls: JudgeCall) -> None:
    for call in calls:
        note(folder, call)
    hall.asking.calls((folder / FILE).read_bytes())


class TestJudge:
    def test_a_judge_that_was_called_is_asked_for_once(self, hall: AskingHall, tmp_path: Path) -> None:
        hall.states()
        called(hall, tmp_path, JudgeCall("key", "table-1", 5000.0))
        assert hall.due() == [("table-1", Ask(VERSION, "key", AskKind.JUDGE, for_s=ASK_S))]
        called(hall, tmp_path)
        assert hall.due() == []

    def test_one_that_could_not_be_sent_is_tried_again(self, hall: AskingHall, tmp_path: Path) -> None:
        hall.states()
        called(hall, tmp_path, JudgeCall("key", "table-1", 5000.0))
        assert list(hall.asking.due(hall.at_ms))
        hall.clock_s += 20
        ((_, ask),) = hall.due()
        assert ask.for_s == ASK_S - 20, "and is worth less"

    def test_one_of_long_ago_is_not_called_when_the_hall_begins(self, hall: AskingHall, tmp_path: Path) -> None:
        hall.states()
        called(hall, tmp_path, JudgeCall("old", "table-1", 5000.0 - ASK_S), JudgeCall("later", "table-1", 9000.0))
        assert hall.due() == []

    def test_a_hall_that_was_killed_asks_again_by_the_same_key(self, hall: AskingHall, tmp_path: Path) -> None:
        """So a table that has heard it already does nothing."""
        hall.states()
        called(hall, tmp_path, JudgeCall("key", "table-1", 5000.0))
        hall.due()
        again = AskingHall()
        again.states()
        called(again, tmp_path)
        assert [ask.key for _, ask in again.due()] == ["key"]

    def test_a_line_that_is_none_is_passed_over(self, hall: AskingHall, tmp_path: Path) -> None:
        hall.states()
        (tmp_path / FILE).write_bytes(b'{"key":1}\n\xff\nrubbish\n')
        called(hall, tmp_path, JudgeCall("key", "table-1", 5000.0), JudgeCall("other", "table-9", 5000.0))
        assert [table for table, _ in hall.due()] == ["table-1"]

    def test_the_file_is_its_owners_alone(self, tmp_path: Path) -> None:
        note(tmp_path, JudgeCall("key", "table-1", 5000.0))
        assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


class TestClock:
    def test_each_table_is_asked_until_it_shows_the_clock(self, hall: AskingHall) -> None:
        hall.states("table-1")
        hall.states("table-2")
        assert hall.due() == [], "there is none yet"
        hall.sets(600)
        assert [table for table, _ in hall.due()] == ["table-1", "table-2"]
        assert hall.clocks() == [], "each was just asked"
        hall.now_s += ASK_CLOCK_S
        hall.shows(AskedClock(2, 595, runs=True))
        assert [(table, ask.clock) for table, ask in hall.due()] == [("table-2", AskedClock(2, 595, runs=True))]

    def test_each_ask_has_a_key_of_its_own(self, hall: AskingHall) -> None:
        hall.sets(600)
        keys = set[str]()
        for _ in range(5):
            hall.states()
            keys |= {ask.key for _, ask in hall.due()}
            hall.now_s += ASK_CLOCK_S
        assert len(keys) == 5

    def test_one_that_was_late_or_goes_wrong_is_set_right(self, hall: AskingHall) -> None:
        hall.sets(600)
        hall.shows(AskedClock(2, 600 + SLACK_S, runs=True))
        assert hall.clocks() == []
        hall.shows(AskedClock(2, 600 + SLACK_S + 1, runs=True))
        assert hall.clocks() == [AskedClock(2, 600, runs=True)]

    def test_what_a_table_reported_a_while_ago_is_taken_as_of_then(self, hall: AskingHall) -> None:
        hall.sets(600)
        hall.shows(AskedClock(2, 600, runs=True))
        hall.now_s += 9
        assert hall.clocks() == []

    @pytest.mark.parametrize("other", [AskedClock(1, 600, runs=True), AskedClock(2, 600, runs=False)])
    def test_another_round_or_one_that_stands_is_another_clock(self, hall: AskingHall, other: AskedClock) -> None:
        hall.sets(600)
        hall.shows(other)
        assert hall.clocks() == [AskedClock(2, 600, runs=True)]

    def test_a_clock_that_is_taken_away_is_taken_away_at_the_tables(self, hall: AskingHall) -> None:
        hall.shows(AskedClock(2, 600, runs=True))
        assert hall.clocks() == [None]
        hall.now_s += ASK_CLOCK_S
        hall.shows(None)
        assert hall.clocks() == []

    def test_a_table_whose_owner_does_not_let_it_is_not_asked(self, hall: AskingHall) -> None:
        hall.sets(600)
        hall.states(asks=False)
        assert hall.due() == []

    def test_what_the_broker_had_kept_reports_nothing_about_now(self, hall: AskingHall) -> None:
        hall.sets(600)
        hall.states(kept=True)
        assert hall.due() == []

    def test_a_table_that_is_silent_is_not_asked(self, hall: AskingHall) -> None:
        hall.sets(600)
        hall.states()
        hall.now_s += 3600
        assert hall.due() == []

    def test_a_round_that_was_forgotten_for_a_week_is_still_a_clock(self, hall: AskingHall) -> None:
        hall.states()
        hall.sets(-800_000)
        assert hall.clocks() == [AskedClock(2, -400_000, runs=True)]
