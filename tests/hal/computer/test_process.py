"""The program as a process of a system that has fewer signals, and other terminals."""

import asyncio
import io
import select
import signal
import sys

import pytest

from hal.computer import process, terminal
from tests.patience import PATIENCE_S


def no_handler(*_: object) -> None:
    raise NotImplementedError


def test_a_signal_ends_a_loop_that_cannot_handle_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", no_handler)
    before = signal.getsignal(signal.SIGTERM)

    async def served() -> None:
        ended = asyncio.Event()
        process.handle_in_loop(asyncio.get_running_loop(), signal.SIGTERM, ended.set)
        signal.raise_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_S):
            await ended.wait()

    try:
        asyncio.run(served())
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    ("owners", "line"), [(True, "'C:\\My Python\\python.exe' -m pip"), (False, '"C:\\My Python\\python.exe" -m pip')]
)
def test_a_command_is_quoted_as_the_systems_terminal_wants_it(
    monkeypatch: pytest.MonkeyPatch, line: str, *, owners: bool
) -> None:
    monkeypatch.setattr(process, "HAS_OWNERS", owners)
    assert process.command_line(("C:\\My Python\\python.exe", "-m", "pip")) == line


def test_letters_that_a_code_page_lacks_are_printed_as_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "cp1252"))
    process.print_all_letters()
    print("Łódź", flush=True)  # noqa: T201
    assert raw.getvalue().rstrip() == b"\\u0141\xf3d\\u017a"


def test_lines_are_read_where_only_sockets_can_be_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_socket(*_: object) -> None:
        raise OSError(10038, "not a socket")

    monkeypatch.setattr(select, "select", no_socket)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n2\n"))
    terminal._lines.cache_clear()
    found: list[str] = []
    while "" not in found:
        line = terminal.typed_line(80)
        found += [] if line is None else [line]
    assert found == ["1\n", "2\n", ""]
    assert terminal.typed_line(80) == "", "the input has ended for ever"
    terminal._lines.cache_clear()
