"""Lines of the story, made of an event's own fields."""

from collections.abc import Callable
from typing import Any

from table.games.legion.rules.model.labels import token
from table.rules.text import Text, text


def seat_name(x: Any) -> Text:
    return text(f"seat.{x.seat}")


def line(key: str, *fields: str, **renamed: str) -> Callable[[Any], Text]:
    """Return a function that fills the line with the event's seat, name and rank, as far as it has them.

    `fields`: further fields of the event; `renamed`: the name in the line -> the field.
    """
    filled_with = {field: field for field in fields} | renamed

    def filled(x: Any) -> Text:
        args = {known: getattr(x, field) for known, field in filled_with.items()}
        if seat := getattr(x, "seat", ""):
            args["seat"] = text(f"seat.{seat}")
        if name := getattr(x, "name", ""):
            args["name"] = name
        if rank := getattr(x, "rank", ""):
            args["token"] = token(rank)
        return text(f"legion.story.{key}", **args)

    return filled


def unnamed(key: str) -> Callable[[Any], Text]:
    """Return a function for the line about a token that only its owner may see: it leaves the rank out."""
    return lambda x: text(f"legion.story.{key}", seat=seat_name(x))


def unless_zero(key: str, field: str) -> Callable[[Any], Text | None]:
    """Return a function for the line with this number, and no line if it is 0."""
    filled = line(key, number=field)
    return lambda x: filled(x) if getattr(x, field) else None
