"""Text for players, independent of the language: a key into the word catalogues, and the values to fill in."""

from msgspec import Struct


class Text(Struct, frozen=True):
    """A text that can be rendered in any language.

    `args` holds proper names and numbers, and other texts for parts that are translated themselves.
    """

    key: str
    args: tuple[tuple[str, "str | int | Text"], ...] = ()


def text(key: str, **args: "str | int | Text") -> Text:
    return Text(key, tuple(sorted(args.items()) if len(args) > 1 else args.items()))
