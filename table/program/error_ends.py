"""Errors that end a command: with their own words, or with those of the command."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

import click

from table.words.terminal import stop_with

E = TypeVar("E", bound=BaseException)


@contextmanager
def ending_with(
    kind: type[E] | tuple[type[E], ...], end: Callable[[E], NoReturn] = lambda error: stop_with(str(error))
) -> Iterator[None]:
    """End the program with an error of this kind."""
    try:
        yield
    except kind as error:
        end(error)


def refuse(error: Exception) -> NoReturn:
    raise click.ClickException(str(error)) from error
