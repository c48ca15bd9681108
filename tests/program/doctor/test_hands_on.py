"""`command-table doctor --hands`, by terminal and by screen, at an emulated table and with nobody there."""

import json
from pathlib import Path

import pygame
import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from lab.built.built_table import BuiltTable
from lab.built.plants import Plant
from table.config.schema import ScreenConfig
from table.devices.hands_on.questions import ALWAYS, COLOURS, YES_OR_NO, Deed, HandsQuestion, HandsReply
from table.program.commands.doctor_command import command
from table.program.doctor.operators import DisplayOperator, TerminalOperator
from table.records.lock import held
from table.words import Words, languages
from tests.screen.fake_sdl import FakeSdl

HEARD = HandsQuestion(Deed.HEARD, replies=YES_OR_NO)


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, list(words))
    return done.exit_code, done.output


@pytest.mark.slow
def test_a_step_alone_at_a_sound_table() -> None:
    status, result = run("--hands", "lamps")
    assert status == 0
    assert "Which colour is it now?" in result
    assert "[an emulated person's eyes, twice the same]" in result
    assert "2 parts tried, 2 of them by eyes and ears alone; 0 to fix; 0 not tried" in result


@pytest.mark.slow
def test_a_planted_mistake_is_reported_with_the_setting_and_the_status_is_1() -> None:
    status, result = run("--hands", "lamps", "--mistake", "lamp-common")
    assert status == 1
    assert 'set lamp_common = "anode"' in result


@pytest.mark.slow
def test_as_json_each_verdict_names_its_step_and_its_witness() -> None:
    done = CliRunner().invoke(command, ["--hands", "supply", "--mistake", "brown-out", "--json"])
    (verdict,) = json.loads(done.stdout)
    assert (verdict["step"], verdict["mistake"], verdict["witness"]) == ("supply", "brown_out", "the table")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "stated"),
    [
        (("--screen",), "belong to --hands"),
        (("--mistake", "metal"), "belong to --hands"),
        (("--hands", "--mistake", "gremlins"), "there is no mistake gremlins"),
        (("--hands", "--screen"), "leave --screen out"),
        (("--hands", "dancing"), "dancing"),
    ],
)
def test_what_is_asked_wrongly_is_reported(words: tuple[str, ...], stated: str) -> None:
    status, output = run(*words)
    assert status == 2
    assert stated in output


def test_without_the_lab_an_emulated_table_has_nobody_who_answers(mocker: MockerFixture) -> None:
    mocker.patch("table.program.commands.doctor_command.entry_points", return_value=())
    status, result = run("--hands", "lamps", "--mistake", "lamp-common")
    assert status == 1
    assert "command-table-lab" in result


def terminal(*lines: str | None) -> tuple[TerminalOperator, list[str]]:
    reported: list[str] = []
    left = list(lines)
    return TerminalOperator(Words("en"), reported.append, lambda: left.pop(0) if left else None), reported


def test_at_the_terminal_a_number_answers() -> None:
    human, reported = terminal(None, "2\n")
    human.show(HEARD)
    assert reported[1] == "A tone was played. Did you hear it?"
    assert reported[2:] == ["  1  yes", "  2  no", "  3  ask again", "  4  skip"]
    assert human.reply() is None
    assert human.reply() is HandsReply.NO


def test_what_is_no_number_of_an_answer_is_reported_and_asked_on() -> None:
    human, reported = terminal("maybe\n", "9\n", "1\n")
    human.show(HEARD)
    assert [human.reply(), human.reply(), human.reply()] == [None, None, HandsReply.YES]
    assert reported[-1] == "? 1-4"


def test_with_nobody_at_the_terminal_everything_is_skipped() -> None:
    human, _ = terminal("", "")
    human.show(HEARD)
    assert human.reply() is HandsReply.SKIP


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_on_the_display_a_finger_and_a_digit_answer(mocker: MockerFixture, language: str) -> None:
    FakeSdl(mocker, "KMSDRM", (800, 480))
    human = DisplayOperator(ScreenConfig(fullscreen=True), Words(language), asks=True)
    assert human.opened() == ""
    human.show(HEARD)
    pygame.event.clear()
    assert human.reply() is None
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2, unicode="2", mod=0))
    assert human.reply() is HandsReply.NO
    screen = human._screen
    assert screen is not None
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=screen._places[3].center, button=1))
    assert human.reply() is HandsReply.SKIP
    human.leave()


@pytest.mark.slow
def test_the_picture_has_a_frame_at_all_edges_an_arrow_and_room_for_every_answer(mocker: MockerFixture) -> None:
    sdl = FakeSdl(mocker, "KMSDRM", (800, 480))
    human = DisplayOperator(ScreenConfig(fullscreen=True), Words("de"), asks=False)
    assert human.opened() == ""
    assert human._window is not None
    surface = human._window.surface
    corners = [(0, 0), (799, 0), (0, 479), (799, 479), (400, 20)]
    assert [surface.get_at(place) for place in corners] == [pygame.Color("white")] * 5
    human.show(HandsQuestion(Deed.LAMP, "blue", "red", COLOURS))
    screen = human._screen
    assert screen is not None
    places = screen._places
    assert len(places) == len(COLOURS) + len(ALWAYS)
    assert all(pygame.Rect(0, 0, *sdl.size).contains(place) and place.height >= 20 for place in places)
    assert [place.collidelistall(places) for place in places] == [[number] for number in range(len(places))]
    human.close()
    assert not pygame.display.get_init()


def test_a_display_that_opens_no_picture_gives_the_reason(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "KMSDRM").egl = False
    human = DisplayOperator(ScreenConfig(fullscreen=True), Words("en"), asks=False)
    assert "EGL not initialized" in human.opened()


@pytest.mark.slow
def test_at_a_real_table_somebody_at_the_terminal_is_asked_and_the_running_table_is_left_alone(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'world = "real"\n[state]\nfolder = "{tmp_path / "state"}"\n', "utf-8")
    table = BuiltTable(Plant.NO_RESISTOR)
    mocker.patch("table.program.doctor.hands_on.real_parts", return_value=table.parts())
    answers = ["1\n", "1\n", "2\n", "2\n", "3\n", "3\n", "4\n", "4\n", "2\n", "2\n"]
    left = [*answers, *answers]
    mocker.patch("table.program.doctor.hands_on.typed", side_effect=lambda: left.pop(0))
    mocker.patch("time.sleep")
    status, result = run("--hands", "lamps", "--config", str(file))
    assert status == 1
    assert left == []
    assert result.count("put a resistor into each colour's wire") == 2
    assert "[your eyes or ears, twice the same]" in result
    with held(tmp_path / "state"):
        status, result = run("--hands", "lamps", "--config", str(file))
    assert status == 1
    assert "a running table uses them" in result
