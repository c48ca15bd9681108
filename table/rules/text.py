"""What is said to people, without a language: a key into the word catalogues, and what to fill in."""

from msgspec import Struct


class Text(Struct, frozen=True):
    """`args` holds proper names and numbers as they are, and other texts where a part is itself translated."""

    key: str
    args: tuple[tuple[str, "str | int | Text"], ...] = ()


def text(key: str, **args: "str | int | Text") -> Text:
    return Text(key, tuple(sorted(args.items())) if args else ())
