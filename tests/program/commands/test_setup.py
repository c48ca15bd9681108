"""`command-table setup` at an emulated computer with one reader, and the commands that use its file."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from sim_hardware.nfc.places import PcscPlace
from table.config import load
from table.program.cli import main
from table.program.early_end import EndedEarly
from table.program.first_setup import start
from table.screen.window import NoDisplayError
from tests.program.first_setup.computer import LEFT, Computer

Call = Callable[..., Result]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run a command in an account with nothing configured, with these lines typed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(start, "real_world", lambda: Computer({"only": PcscPlace(LEFT)}).setup_world())

    def run(*arguments: str, typed: tuple[str, ...] = ()) -> Result:
        lines = iter(typed)
        monkeypatch.setattr(start, "typed", lambda: next(lines, ""))
        return CliRunner().invoke(main, list(arguments))

    return run


def place(folder: Path) -> Path:
    return folder / "config/command-table/table.toml"


def test_the_file_is_written_and_named(call: Call, tmp_path: Path) -> None:
    done = call("setup", typed=("2\n",))
    assert done.exit_code == 0, done.output
    assert str(place(tmp_path)) in done.output
    loaded = load(place(tmp_path))
    assert loaded.problems == ()
    assert loaded.config.world == "real"
    assert "Next: command-table cards enrol" in done.output


def test_nobody_is_sent_to_enrol_cards_without_a_reader(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "real_world", lambda: Computer({}).setup_world())
    done = call("setup", typed=("2\n",))
    assert "Next: command-table run." in done.output
    assert "cards enrol" not in done.output


def test_the_end_of_the_input_writes_nothing(call: Call, tmp_path: Path) -> None:
    done = call("setup")
    assert done.exit_code == 1
    assert "Nothing was written." in done.output
    assert not place(tmp_path).exists()


def test_without_a_display_a_window_is_refused_in_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: str) -> NoReturn:
        raise NoDisplayError("no display: none is found")

    monkeypatch.setattr(start, "at_window", refused)
    done = call("setup", "--screen")
    assert (done.exit_code, done.output) == (1, "no display: none is found\n")


def test_an_end_by_a_signal_writes_nothing_and_reports_it(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended() -> NoReturn:
        raise EndedEarly(signal.SIGINT)

    del call
    monkeypatch.setattr(start, "typed", ended)
    with pytest.raises(EndedEarly):
        main(["setup"], standalone_mode=False)
    assert "Nothing was written." in capsys.readouterr().err
    assert not place(tmp_path).exists()


@pytest.mark.parametrize(("answer", "replaced"), [("1\n", True), ("2\n", False)])
def test_a_file_that_is_there_is_replaced_only_if_the_person_agrees(
    call: Call, tmp_path: Path, answer: str, replaced: bool
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("# mine\n", "utf-8")
    done = call("setup", "--config", str(file), typed=(answer, "2\n"))
    assert done.exit_code == (0 if replaced else 1)
    assert (file.read_text("utf-8") != "# mine\n") is replaced
    kept = tmp_path / "mine.toml.1"
    assert kept.exists() is replaced
    assert not replaced or kept.read_text("utf-8") == "# mine\n"


def test_a_folder_that_cannot_be_made_is_named(call: Call, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    done = call("setup", "--config", str(tmp_path / "file/table.toml"), typed=("2\n",))
    assert done.exit_code == 1
    assert "table.toml" in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize(("language", "line"), [("de", "Die Konfiguration ist"), ("es", "La configuración es")])
def test_it_speaks_the_language_of_the_system(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, line: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    assert line in call("setup", typed=("2\n",)).output
    assert load(place(tmp_path)).config.screen.language == language


def test_other_commands_use_the_file_if_none_is_named(call: Call, tmp_path: Path) -> None:
    assert call("cards", "list").exit_code == 0
    place(tmp_path).parent.mkdir(parents=True)
    place(tmp_path).write_text("[screen]\nlanguage = 7\n", "utf-8")
    done = call("cards", "list")
    assert done.exit_code == 2
    assert "screen.language" in done.output


def test_run_cannot_open_an_emulated_and_a_configured_table_at_once(call: Call) -> None:
    done = call("run", "--emulated", "--config", "table.toml")
    assert done.exit_code == 2
    assert "leave one out" in done.output
