"""Handle a bug in one of our readers: report it for that file, and continue the others."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.games.files.raw_list import ListError
from table.rules.text import Text, text


def reader_failed(error: Exception) -> Text:
    """Name the error's kind and its place in the program, without its message, which may quote a player's secret."""
    places = traceback.extract_tb(error.__traceback__)
    place = f", {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return text("list.stumbled", error=f"{type(error).__name__}{place}")


@contextmanager
def reading() -> Iterator[None]:
    """Turn an unexpected exception of a list reader into a `ListError` that reports an error in the program."""
    try:
        yield
    except ListError:
        raise
    except Exception as error:
        raise ListError(reader_failed(error)) from error
