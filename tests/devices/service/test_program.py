"""The program's own parts, made from a configuration and not started."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from table.config import Config
from table.config.schema import SoundConfig, StateConfig
from table.devices.judge_socket import NAME
from table.devices.live import TableStart
from table.devices.service.notify import Notifier
from table.devices.setup import Setup
from table.devices.sound import speaker
from table.devices.sound.speaker import Speaker
from table.emulation import backend
from table.emulation.hands.performer import EmulatedPerformer
from table.program import app
from table.program.early_end import HEEDED
from table.rules.seats import BLUE, RED
from table.screen.loop import Loop
from table.screen.window import Window
from tests.config.holding import asking
from tests.signals import as_at_a_terminal


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in HEEDED}
    as_at_a_terminal()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_screen_and_hands_are_shown_how_long_each_panel_asks_to_be_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    config = asking(1500, 300, Config(state=StateConfig(folder=str(tmp_path)), sound=SoundConfig(mute=True)))
    loop = mocker.patch.object(app, "Loop", wraps=Loop)
    hands = mocker.patch.object(backend, "EmulatedPerformer", wraps=EmulatedPerformer)
    window = Window((800, 480), "made")
    program = app.Program(Setup.of(config), TableStart(), window, Notifier.of({}, time.monotonic))
    try:
        for made in (loop, hands):
            assert {BLUE: 1.5, RED: 0.3} in made.call_args.args
    finally:
        assert program.end()
        window.close()


@pytest.mark.campaign
@pytest.mark.parametrize("number", HEEDED)
def test_a_signal_that_comes_while_the_table_is_made_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture, number: signal.Signals
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made = Speaker

    def end_request(*arguments: Any, **named: Any) -> Speaker:
        signal.raise_signal(number)
        return made(*arguments, **named)

    mocker.patch.object(speaker, "Speaker", end_request)
    config = Config(state=StateConfig(folder=str(tmp_path)), sound=SoundConfig(mute=True))
    assert app.run(Setup.of(config), TableStart())
    assert not (tmp_path / NAME).exists()


@pytest.mark.slow
def test_a_signal_that_finds_the_loop_at_its_wake_signal_waits_for_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    """The main thread holds the lock of its own event now and then: a handler that asked for it would wait for ever."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    turned = mocker.patch.object(Loop, "turn", autospec=True)

    def interrupted(loop: Any) -> None:
        with loop._wake._cond:
            signal.raise_signal(signal.SIGTERM)

    turned.side_effect = interrupted
    config = Config(state=StateConfig(folder=str(tmp_path)), sound=SoundConfig(mute=True))
    assert app.run(Setup.of(config), TableStart())
    assert turned.call_count == 1
