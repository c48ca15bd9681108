"""A program that is asked to end before its table stands: it ends at once, and closes what it has opened."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
from pytest_mock import MockerFixture

from table.program.early_end import HEEDED, EndedEarly, ending_by_signal, ending_early, raise_lost_end
from tests.signals import as_at_a_terminal


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in HEEDED}
    as_at_a_terminal()
    ours = {number: signal.getsignal(number) for number in HEEDED}
    yield
    assert {number: signal.getsignal(number) for number in HEEDED} == ours
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", HEEDED)
def test_each_signal_ends_it_with_status_0_and_closes_every_block(number: int) -> None:
    closed: list[str] = []

    def begin() -> None:
        with ending_early():
            try:
                os.kill(os.getpid(), number)
            finally:
                closed.append("folder")

    with pytest.raises(SystemExit) as ended:
        begin()
    assert ended.value.code == 0
    assert closed == ["folder"]


def test_a_second_signal_disturbs_nothing_that_is_being_closed() -> None:
    closed: list[str] = []

    def begin() -> None:
        with ending_early():
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            finally:
                os.kill(os.getpid(), signal.SIGINT)
                closed.append("folder")

    with pytest.raises(SystemExit):
        begin()
    assert closed == ["folder"]


def test_an_end_that_was_lost_is_found_by_whoever_asks_for_it() -> None:
    def begin() -> None:
        with ending_early():
            with suppress(BaseException):
                os.kill(os.getpid(), signal.SIGTERM)
            raise_lost_end()

    with pytest.raises(SystemExit) as ended:
        begin()
    assert ended.value.code == 0


def test_without_an_end_nothing_is_lost() -> None:
    with ending_early():
        raise_lost_end()


def test_an_error_that_came_of_the_end_is_the_end() -> None:
    def begin() -> None:
        with ending_early():
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            finally:
                os.close(-1)

    with pytest.raises(SystemExit) as ended:
        begin()
    assert ended.value.code == 0


def test_no_handler_of_errors_takes_it_for_one() -> None:
    assert not issubclass(EndedEarly, Exception)
    assert not issubclass(EndedEarly, SystemExit)


def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ending_early():
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_an_end_of_its_own_stays_as_it_is() -> None:
    with pytest.raises(SystemExit) as ended, ending_early():
        raise SystemExit(2)
    assert ended.value.code == 2


def test_within_a_program_that_ends_by_its_signal_a_table_ends_with_status_0(mocker: MockerFixture) -> None:
    before = {number: signal.getsignal(number) for number in HEEDED}
    mocker.patch.object(sys, "unraisablehook")
    end_by = mocker.patch("table.program.early_end.end_by")

    def table() -> None:
        with ending_early():
            signal.raise_signal(signal.SIGTERM)

    try:
        with pytest.raises(SystemExit) as ended:
            ending_by_signal(table)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert ended.value.code == 0
    assert end_by.call_count == 0
