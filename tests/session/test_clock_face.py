"""The clock at a running table: shown by the second, reported when little is left, and right after a cut."""

from pathlib import Path

import pytest

import hal.events as hw
from table.rules.match.events import AtZero, ClockMode, ClockSet
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.clock_face import ClockWarnings
from table.view.published import ClockFace
from table.words import Words
from tests.records.faulty_disk import FULL, FaultyDisk
from tests.session.kit import SessionTable

EACH = ClockSet(ClockMode.EACH, 120_000)


def begun(folder: Path, clock_set: ClockSet = EACH) -> SessionTable:
    return SessionTable(folder, clock_set=clock_set).begun()


def face(table: SessionTable) -> ClockFace:
    assert table.now.clock is not None
    return table.now.clock


@pytest.mark.rule("TB-97")
def test_a_running_clock_is_published_by_the_second(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.session.tick(0.0)
    assert (face(table).blue_s, face(table).running) == (120, SEATS)
    assert table.session.next_deadline() == 1.0
    table.now_s = 1.0
    table.session.tick(1.0)
    assert (face(table).blue_s, face(table).red_s) == (119, 119)


@pytest.mark.rule("TB-97")
def test_the_time_that_is_nobodys_is_published_by_the_second_until_the_match_is_closed(tmp_path: Path) -> None:
    table = begun(tmp_path, ClockSet(ClockMode.NEUTRAL, 120_000))
    table.receives(GONE)
    table.session.tick(0.0)
    assert (face(table).running, face(table).nobody_s) == ((), 0)
    table.now_s = 5.0
    table.session.tick(5.0)
    assert face(table).nobody_s == 5
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    table.now_s = 60.0
    table.session.tick(60.0)
    table.receives(BACK)
    assert face(table).nobody_s == 5, "it stands once all is over"
    assert table.session.next_deadline() is None


def test_a_table_without_a_clock_waits_for_nothing(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.session.tick(0.0)
    assert (table.now.clock, table.session.next_deadline()) == (None, None)


@pytest.mark.rule("TB-97")
def test_after_a_cut_it_goes_on_at_the_last_batch(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.now_s = 10.0
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.now_s = 47.0
    table.crash()
    assert (face(table).blue_s, face(table).red_s) == (110, 110)
    table.now_s += 5.0
    table.session.tick(table.now_s)
    assert face(table).blue_s == 110, "the second is due one second after it was first seen to run"
    table.session.tick(table.now_s + 1.0)
    assert face(table).blue_s == 105


GONE, BACK = hw.ReaderGone("left", hw.Fault("reader.missing", "left")), hw.ReaderBack("left")


@pytest.mark.rule("TB-97")
def test_a_reader_that_is_gone_stops_it_until_it_is_back_after_a_cut_too(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.now_s = 10.0
    table.receives(GONE)
    assert face(table).running == ()
    table.now_s = 50.0
    table.crash()
    assert face(table).running == SEATS, "nobody has said yet that it is gone"
    table.receives(GONE)
    assert face(table).running == ()
    table.now_s = 80.0
    table.receives(BACK)
    assert (face(table).blue_s, face(table).running) == (110, SEATS)
    assert table.journal_text().count(b'"type":"ReaderLost"') == 2


@pytest.mark.rule("TB-97")
def test_it_stands_while_nothing_can_be_written_and_no_answer_counts(tmp_path: Path) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk, clock_set=EACH).begun()
    table.lays(BLUE, 3)
    table.now_s, disk.why = 10.0, FULL
    table.holds(BLUE)
    assert face(table).running == ()
    table.now_s = 70.0
    table.holds(BLUE)
    assert (face(table).blue_s, face(table).running) == (110, ())
    disk.why = ""
    table.session.try_disk()
    assert face(table).running == SEATS
    table.now_s = 75.0
    table.holds(BLUE)
    assert face(table).blue_s == 105


@pytest.mark.rule("TB-97")
def test_a_match_without_a_clock_writes_nothing_of_readers(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.receives(GONE, BACK)
    assert b"Reader" not in table.journal_text()


@pytest.mark.rule("TB-97")
def test_each_warning_is_reported_once(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, clock_set=EACH, warn_minutes=(1,)).begun()
    stated = []
    for second in (0.0, 30.0, 61.0, 62.0, 100.0, 121.0, 122.0):
        table.now_s = second
        table.session.tick(second)
        stated.append("" if table.now.notice is None else table.now.notice.words.key)
    assert stated == ["", "", "clock.left", "clock.left", "clock.left", "clock.out", "clock.out"]


def test_a_warning_is_for_the_seat_whose_time_it_is_and_a_shared_one_for_both() -> None:
    warnings = ClockWarnings((5,))
    assert warnings.due("m", None) is None
    warnings.due("m", ClockFace(301, 900, (BLUE,)))
    blue = warnings.due("m", ClockFace(300, 900, (BLUE,)))
    assert blue is not None
    assert (blue.seat, dict(blue.words.args)) == (BLUE, {"minutes": 5})
    assert warnings.due("m", ClockFace(299, 900, (BLUE,))) is None
    red = warnings.due("m", ClockFace(299, 0, (RED,)))
    assert red is not None
    assert (red.seat, red.words.key) == (RED, "clock.out")
    assert warnings.due("other", ClockFace(1, 1, (), shared=True)) is None
    both = warnings.due("other", ClockFace(0, 0, (), shared=True))
    assert both is not None
    assert both.seat is None


@pytest.mark.rule("TB-98")
def test_two_times_that_are_used_up_at_once_are_reported_to_both() -> None:
    warnings = ClockWarnings((5,))
    warnings.due("m", ClockFace(1, 1, SEATS))
    both = warnings.due("m", ClockFace(0, 0, SEATS))
    assert both is not None
    assert (both.seat, both.words.key) == (None, "clock.out")


@pytest.mark.rule("TB-97")
def test_of_two_marks_at_once_the_nearer_one_is_reported_first_and_the_other_after_it() -> None:
    warnings = ClockWarnings((5,))
    warnings.due("m", ClockFace(301, 1, SEATS))
    shown_text = [warnings.due("m", ClockFace(300 - n, -n, SEATS)) for n in range(3)]
    assert [(each and each.seat, each and each.words.key) for each in shown_text] == [
        (RED, "clock.out"), (BLUE, "clock.left"), (None, None),
    ]  # fmt: skip


@pytest.mark.rule("TB-97")
def test_one_minute_is_one() -> None:
    warnings = ClockWarnings((1,))
    warnings.due("m", ClockFace(61, 900, (BLUE,)))
    stated = warnings.due("m", ClockFace(60, 900, (BLUE,)))
    assert stated is not None
    assert [Words(language).say(stated.words) for language in ("en", "de", "es")] == [
        "1 minute left", "Noch 1 Minute", "Queda 1 minuto",
    ]  # fmt: skip


@pytest.mark.rule("TB-98")
def test_the_last_round_is_reported_as_that_and_stands_in_the_view(tmp_path: Path) -> None:
    table = begun(tmp_path, ClockSet(ClockMode.EACH, 120_000, at_zero=AtZero.LAST_ROUND))
    table.session.tick(0.0)
    assert not face(table).last_round
    table.now_s = 120.0
    table.session.tick(120.0)
    assert table.now.notice is not None
    assert (table.now.notice.seat, table.now.notice.words.key) == (None, "clock.out.last")
    assert face(table).last_round, "before anybody has answered"


@pytest.mark.rule("TB-98")
def test_a_warning_stands_until_a_seat_acts_for_which_it_is(tmp_path: Path) -> None:
    table = begun(tmp_path, ClockSet(ClockMode.EACH, 120_000))
    table.session.tick(0.0)
    table.lays(RED, 1)
    table.now_s = 120.0
    table.session.tick(120.0)
    assert reported(table) == (None, "clock.out")
    table.holds(RED)
    assert reported(table) != (None, "clock.out")
    table.lays(BLUE, 3)
    table.holds(BLUE)
    assert reported(table) != (None, "clock.out")


@pytest.mark.rule("TB-98")
def test_a_warning_hides_nothing_that_is_reported_after_it_and_stands_again_behind_that(tmp_path: Path) -> None:
    table = begun(tmp_path, ClockSet(ClockMode.SHARED, 120_000))
    table.session.tick(0.0)
    table.session._notices._warnings.due(table.now.match, ClockFace(1, 900, (BLUE,)))
    warned = table.session._notices._warnings.due(table.now.match, ClockFace(0, 900, (BLUE,)))
    assert warned is not None
    table.holds(RED)
    seat, stated = reported(table)
    assert (seat, stated != warned.words.key) == (RED, True), "there is no card on Red's reader"
    table.lays(RED, 1)
    table.holds(RED)
    assert reported(table) == (BLUE, warned.words.key), "Red's lock takes Red's notice away"


@pytest.mark.rule("TB-98")
def test_a_press_of_the_seat_that_is_not_asked_wipes_no_warning() -> None:
    warnings = ClockWarnings(())
    warnings.due("m", ClockFace(1, 900, (BLUE,)))
    stated = warnings.due("m", ClockFace(0, 900, (BLUE,)))
    warnings.acted(RED)
    stood = [warnings.standing]
    warnings.acted(BLUE)
    assert [*stood, warnings.standing] == [stated, None]
    assert stated is not None
    warnings.due("n", ClockFace(1, 1, (BLUE,), shared=True))
    warnings.due("n", ClockFace(0, 0, (BLUE,), shared=True))
    warnings.acted(RED)
    before = warnings.standing is not None
    warnings.due("n", None)
    assert (before, warnings.standing is not None) == (True, False), "it runs for Blue alone, and ends with its match"


@pytest.mark.rule("TB-98")
def test_a_warning_of_each_seat_stands_until_that_seat_has_acted() -> None:
    warnings = ClockWarnings(())
    warnings.due("m", ClockFace(1, 2, SEATS))
    blue, red = (warnings.due("m", ClockFace(-n, 1 - n, SEATS)) for n in range(2))
    assert blue is not None
    assert red is not None
    assert (blue.seat, red.seat, warnings.standing) == (BLUE, RED, red)
    warnings.acted(RED)
    assert warnings.standing == blue
    warnings.acted(BLUE)
    assert warnings.standing is None


@pytest.mark.rule("TB-98")
def test_a_later_warning_of_the_same_seat_takes_the_place_of_the_earlier() -> None:
    warnings = ClockWarnings((1,))
    warnings.due("m", ClockFace(61, 900, (BLUE,)))
    warnings.due("m", ClockFace(60, 900, (BLUE,)))
    out = warnings.due("m", ClockFace(0, 900, (BLUE,)))
    assert warnings.standing == out
    warnings.acted(BLUE)
    assert warnings.standing is None


def reported(table: SessionTable) -> tuple[Seat | None, str]:
    notice = table.now.notice
    return (None, "") if notice is None else (notice.seat, notice.words.key)
