"""A dying broker causes no traceback of aiomqtt in the log of an outbox or a hall."""

import asyncio
import errno
import logging
from collections.abc import Iterator

import pytest

from table.network.broker import of_a_closed_socket


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    made.set_exception_handler(of_a_closed_socket)
    yield made
    made.close()


def raises(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "reported"),
    [(OSError(errno.EBADF, "Bad file descriptor"), False), (OSError(errno.EIO, "x"), True), (ValueError("x"), True)],
)
def test_a_callback_of_a_closed_socket_is_no_news_and_any_other_error_is(
    error: Exception, reported: bool, loop: asyncio.AbstractEventLoop, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        loop.call_soon(raises, error)
        loop.run_until_complete(asyncio.sleep(0))
    assert bool(caplog.records) is reported
