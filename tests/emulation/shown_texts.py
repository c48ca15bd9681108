"""The texts in a table's published view."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from table.rules.text import Text


def texts(value: object) -> Iterator[Text]:
    """Every text in a published value, however deep."""
    if isinstance(value, Text):
        yield value
    parts: Iterable[object] = ()
    if isinstance(value, Struct):
        parts = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, tuple):
        parts = value
    for part in parts:
        yield from texts(part)
