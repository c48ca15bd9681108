"""Lines of the story, made of an event's own fields."""

from collections.abc import Callable
from typing import Any

from table.games.legion.rules.model.labels import token
from table.rules.text import Text, text


def seat_name(x: Any) -> Text:
    return text(f"seat.{x.seat}")


def line(key: str) -> Callable[[Any], Text]:
    """Return a function that fills the line with the event's seat, name and rank, as far as it has them."""

    def filled(x: Any) -> Text:
        args = {"seat": seat_name(x), "name": getattr(x, "name", "")}
        if rank := getattr(x, "rank", ""):
            args["token"] = token(rank)
        return text(f"legion.story.{key}", **args)

    return filled


def unnamed(key: str) -> Callable[[Any], Text]:
    """Return a function for the line about a token that only its owner may see."""
    return lambda x: text(f"legion.story.{key}", seat=seat_name(x))


def numbered(key: str, attribute: str) -> Callable[[Any], Text | None]:
    """Return a function for the line with this count, or None if it is 0."""

    def filled(x: Any) -> Text | None:
        number = getattr(x, attribute)
        return text(f"legion.story.{key}", seat=seat_name(x), number=number) if number else None

    return filled
