"""The web program that a table has started: `python -m table.program.commands.network.beside`.

It reads a `WebOrder` from its first line of input, and ends without one. It prints `WebNews` whenever its addresses
change, and ends with its input. It is confined if the system supports that: then it can read only programs and
libraries, and open no other port.
"""

import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

import hal
import table
from hal.computer.confinement import confine
from hal.computer.networks import own_addresses
from hal.computer.process import signal_itself
from table.program.early_end import HEEDED, ending_early, raise_lost_end
from table.program.phone_access.web_pipe import LOOK_S, MOST_ADDRESSES, WebNews, WebOrder
from table.words import Words, languages

if TYPE_CHECKING:
    from table.network.web.web_program import WebProgram

MOST_PORTS = 10
"""The ports that are tried, from the configured one on, if another program has it."""
SYSTEM = ("/usr", "/lib", "/lib64", "/etc")
"""The folders of programs, libraries and time zones on Linux."""


def main() -> None:
    logging.basicConfig(level=logging.WARNING, format="%(message)s")  # the table adds the rest
    with ending_early():
        from table.network.web.web_program import WebProgram

        words = {language: Words(language) for language in languages()}
        if not (line := sys.stdin.buffer.readline()):
            return
        order = msgspec.json.decode(line, type=WebOrder)

        def opened(port: int) -> WebProgram:
            web, name = replace(order.web, port=port), socket.gethostname()
            return WebProgram(web, Path(order.state), words, name, screen=order.screen)

        program = _on_a_free_port(order.web.port, opened)
        confined = confine(_readable())
        for work in (lambda: _report(program.port, confined), _end_with_the_input):
            threading.Thread(target=work, daemon=True).start()
        raise_lost_end()
        program.run(HEEDED)


def _on_a_free_port(first: int, opened: Callable[[int], "WebProgram"]) -> "WebProgram":
    """Return the web program on the first port, or on the next one that is free. Raises OSError."""
    for port in range(first, first + MOST_PORTS):
        try:
            return opened(port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == first + MOST_PORTS - 1:
                _print(WebNews(why=f"{port}: {error.strerror or error}"))
                raise
    raise ValueError("no port was tried")


def _readable() -> list[Path]:
    """Return the folders that the web program reads: those of Python, its packages and the system's libraries.

    A package that is installed from a clone is in no folder of `sys.path`.
    """
    ours = (str(Path(each.__file__).parent) for each in (table, hal) if each.__file__)
    return [
        Path(each)
        for each in dict.fromkeys((*SYSTEM, sys.prefix, sys.base_prefix, *sys.path, *ours))
        if os.path.exists(each)
    ]


def _report(port: int, confined: bool) -> None:
    """Print the addresses whenever they change."""
    last: WebNews | None = None
    while True:
        hosts = (f"[{each}]" if ":" in each else each for each in own_addresses())
        news = WebNews(tuple(f"http://{host}:{port}" for host in hosts)[:MOST_ADDRESSES], port, confined)
        if news != last:
            _print(news)
            last = news
        time.sleep(LOOK_S)


def _print(news: WebNews) -> None:
    with suppress(BrokenPipeError):  # the table is gone, and so is the input
        sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
        sys.stdout.buffer.flush()


def _end_with_the_input() -> None:
    """End this program once the table has closed the pipe, or has ended."""
    while sys.stdin.buffer.read(1):
        pass
    signal_itself(signal.SIGTERM)


if __name__ == "__main__":
    main()
