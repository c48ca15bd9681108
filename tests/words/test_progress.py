"""A person at a terminal is reported how far a command is; a file or a pipe gets nothing of it."""

import io

import pytest

from table.words.progress import CLEAR, MOST_LETTERS, Progress


class Screen(io.StringIO):
    def __init__(self, terminal: bool = True) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


class Watch:
    def __init__(self) -> None:
        self.at_s = 0.0

    def __call__(self) -> float:
        return self.at_s


def shown(*times_s: float, terminal: bool = True) -> str:
    screen, watch = Screen(terminal), Watch()
    with Progress(screen, watch) as progress:
        for watch.at_s in times_s:
            progress.say(f"at {watch.at_s:g} s")
    return screen.getvalue()


def test_nothing_is_reported_within_a_second() -> None:
    assert shown(0.1, 0.5, 0.9) == ""


def test_after_a_second_it_is_reported_and_taken_away_in_the_end() -> None:
    assert shown(0.5, 1.1) == f"{CLEAR}at 1.1 s{CLEAR}"


def test_words_stand_for_a_moment_before_others_take_their_place() -> None:
    assert shown(1.1, 1.15, 1.2, 1.4) == f"{CLEAR}at 1.1 s{CLEAR}at 1.4 s{CLEAR}"


def test_a_file_or_a_pipe_gets_nothing() -> None:
    assert shown(5.0, 10.0, terminal=False) == ""


def test_a_line_is_never_longer_than_a_terminal_and_steers_none() -> None:
    screen, watch = Screen(), Watch()
    with Progress(screen, watch) as progress:
        watch.at_s = 2.0
        progress.say("\x1b[2J" + "x" * 500)
    line = screen.getvalue().removeprefix(CLEAR).removesuffix(CLEAR)
    assert len(line) == MOST_LETTERS
    assert "\x1b" not in line


def test_nor_is_it_on_a_terminal_that_can_clear_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert shown(0.5, 1.1) == ""
    monkeypatch.setenv("TERM", "xterm")
    assert shown(0.5, 1.1)
