"""`command-table hall`: made once, run by anybody, its clock set and its results read from a terminal."""

import json
import ssl
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from lab.campaigns.hall.simulated import SimulatedTable
from lab.certificates import signed
from table.network.broker import BrokerAccess
from table.network.hall.organiser.hall_log import HallLog
from table.network.hall.organiser.tournament.acts import ResultEntered, act_line
from table.program.cli import main
from table.rules.seats import RED


def reported(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["hall", *words])
    return done.exit_code, " ".join(done.output.split())


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    assert reported("init", "--folder", str(tmp_path / "hall"), "--tables", "2", "--table", "top")[0] == 0
    return tmp_path / "hall"


class TestInit:
    def test_it_reports_how_many_tables_there_are(self, hall: Path) -> None:
        assert sorted(each.stem for each in (hall / "tables").glob("*.password")) == ["table-1", "table-2", "top"]
        code, output = reported("init", "--folder", str(hall), "--tables", "4")
        assert code == 0
        assert "has 5 tables" in output

    @pytest.mark.parametrize("name", ["hall", "Table", "a b", "../x"])
    def test_a_name_that_a_topic_cannot_have_is_refused_before_anything_is_made(
        self, name: str, tmp_path: Path
    ) -> None:
        code, output = reported("init", "--folder", str(tmp_path / "hall"), "--table", name)
        assert code == 2
        assert f"invalid name: {name}" in output
        assert not (tmp_path / "hall").exists()

    def test_a_certificate_needs_its_key(self, tmp_path: Path) -> None:
        code, output = reported("init", "--folder", str(tmp_path / "hall"), "--certificate", "hall.pem")
        assert code == 2
        assert "needs its key" in output


class TestRunning:
    def test_without_a_hall_it_reports_how_one_is_made(self, tmp_path: Path) -> None:
        code, output = reported("--folder", str(tmp_path))
        assert code == 1
        assert "hall init" in output

    def test_settings_that_are_none_are_reported(self, hall: Path) -> None:
        (hall / "hall.toml").write_text("page_port = 80\n", "utf-8")
        code, output = reported("--folder", str(hall))
        assert code == 1
        assert "page_port" in output

    def test_it_reports_where_its_page_is(self, hall: Path, mocker: MockerFixture) -> None:
        program = mocker.patch("table.network.hall.organiser.hall_program.HallProgram")
        code, output = reported("--folder", str(hall))
        assert code == 0
        assert "http://127.0.0.1:7600" in output
        program.return_value.run.assert_called_once()

    def test_with_a_certificate_its_page_comes_by_https(
        self, hall: Path, tmp_path: Path, mocker: MockerFixture
    ) -> None:
        program = mocker.patch("table.network.hall.organiser.hall_program.HallProgram")
        made, settings = signed(tmp_path), hall / "hall.toml"
        before = settings.read_text("utf-8").replace('page_cert = ""\npage_key = ""\n', "")
        settings.write_text(f'{before}page_cert = "{made.cert}"\npage_key = "{made.key}"\n', "utf-8")
        code, output = reported("--folder", str(hall))
        assert (code, "https://127.0.0.1:7600" in output) == (0, True)
        assert isinstance(program.call_args.kwargs["context"], ssl.SSLContext)
        settings.write_text(f'{before}page_cert = "{made.cert}"\npage_key = "{made.ca}"\n', "utf-8")
        code, output = reported("--folder", str(hall))
        assert (code, "no usable private key" in output, "page_key" in output) == (1, True, True)
        settings.write_text(f'{before}page_cert = "{made.cert}"\n', "utf-8")
        code, output = reported("--folder", str(hall))
        assert (code, "A certificate needs its key" in output) == (1, True)

    def test_a_disk_that_takes_nothing_ends_it_and_reports_it(self, hall: Path, mocker: MockerFixture) -> None:
        program = mocker.patch("table.network.hall.organiser.hall_program.HallProgram")
        program.return_value.run.side_effect = OSError(28, "No space left on device")
        code, output = reported("--folder", str(hall))
        assert code == 1
        assert "No space left on device" in output
        assert "the tables keep every event" in output

    def test_without_its_package_it_names_it(self, hall: Path, mocker: MockerFixture) -> None:
        mocker.patch.dict(sys.modules, {"aiomqtt": None})
        for name in [name for name in sys.modules if name.startswith("table.network.hall.")]:
            del sys.modules[name]
        code, output = reported("--folder", str(hall))
        assert code == 1
        assert " ".join(output.split()).endswith("-m pip install aiomqtt")


class TestClock:
    def test_it_is_set_stopped_and_let_go(self, hall: Path) -> None:
        assert (
            "Round 1: 150:00 left, and the clock is stopped"
            in reported("clock", "--folder", str(hall), "--minutes", "150")[1]
        )
        assert (
            "Round 2: 150:00 left, and the clock is stopped"
            in reported("clock", "--folder", str(hall), "--round", "2")[1]
        )
        assert "and the clock runs" in reported("clock", "--folder", str(hall), "--go")[1]
        assert "and the clock runs" in reported("clock", "--folder", str(hall))[1]
        assert "and the clock is stopped" in reported("clock", "--folder", str(hall), "--stop")[1]

    def test_it_is_taken_away(self, hall: Path) -> None:
        reported("clock", "--folder", str(hall), "--minutes", "150")
        assert reported("clock", "--folder", str(hall), "--away") == (0, "No clock is shown now.")
        assert not (hall / "clock.json").exists()
        assert reported("clock", "--folder", str(hall), "--away")[0] == 0


class TestJudge:
    def test_each_call_is_noted_for_the_halls_program(self, hall: Path) -> None:
        code, output = reported("judge", "table-1", "top", "--folder", str(hall))
        assert (code, output) == (0, "A judge is called at: table-1, top.")
        reported("judge", "top", "--folder", str(hall))
        calls = [json.loads(line) for line in (hall / "calls.jsonl").read_text("utf-8").splitlines()]
        assert [each["table"] for each in calls] == ["table-1", "top", "top"]
        assert len({each["key"] for each in calls}) == 3

    def test_a_table_that_there_is_not_is_reported_before_anybody_is_called(self, hall: Path) -> None:
        code, output = reported("judge", "table-1", "table-9", "--folder", str(hall))
        assert code == 2
        assert "No table of this hall is called table-9. There are: table-1, table-2, top." in output
        assert not (hall / "calls.jsonl").exists()


class TestResults:
    @pytest.fixture
    def played(self, hall: Path) -> Path:
        table = SimulatedTable("table-1", BrokerAccess("127.0.0.1", 1, "table-1", ""), hall / "outboxes")
        table.opens()
        table.plays()
        table.ends()
        log = HallLog(hall)
        log.add(table.published.values())
        log.close()
        (hall / "pairings.csv").write_text("round,table,blue,red\n1,table-1,Ann,Bob\n", "utf-8")
        return hall

    def test_they_are_lines_of_commas_or_json(self, played: Path) -> None:
        (found,) = json.loads(reported("results", "--folder", str(played), "--json")[1])
        assert (found["table"], found["blue_player"], found["winner"], found["proof"]) == (
            "table-1",
            "Ann",
            "blue",
            "chain",
        )
        assert (
            "table-1,table1m1,1,skirmish,Echo base,Echo base,Ann,Bob,8,5,blue"
            in reported("results", "--folder", str(played))[1]
        )

    def test_they_can_be_had_without_names_and_reasons(self, played: Path) -> None:
        entered = ResultEntered(1, "Ann", "Bob", 3, 7, RED, "Ann left.", "table-1", "table1m1")
        log = HallLog(played)
        log.add([act_line(entered, 1.0, "")])
        log.close()
        (found,) = json.loads(reported("results", "--folder", str(played), "--json")[1])
        (without,) = json.loads(reported("results", "--folder", str(played), "--json", "--without-names")[1])
        assert (found["blue_player"], found["reason"]) == ("Ann", "Ann left.")
        assert without == {**found, "blue_player": "", "red_player": "", "reason": ""}
        lines = reported("results", "--folder", str(played), "--without-names")[1]
        assert "Ann" not in lines
        assert "Bob" not in lines

    def test_a_hall_without_a_log_has_none(self, hall: Path) -> None:
        code, output = reported("results", "--folder", str(hall), "--json")
        assert (code, json.loads(output)) == (0, [])


@pytest.mark.slow
def test_a_password_of_the_desk_is_printed_once_and_its_file_is_its_owners_alone(hall: Path) -> None:
    code, printed = reported("desk", "--folder", str(hall))
    assert code == 0
    assert "http://127.0.0.1:7600/desk" in printed
    content = (hall / "desk.json").read_bytes()
    password = next(word for word in printed.split() if len(word) == 20)
    assert password.encode() not in content
    assert (hall / "desk.json").stat().st_mode & 0o077 == 0
    reported("desk", "--folder", str(hall))
    assert (hall / "desk.json").read_bytes() != content
