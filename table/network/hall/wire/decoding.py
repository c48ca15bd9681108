"""Strict decoding of another program's data. Everything invalid raises one exception."""

from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")


@overload
def decoded(content: bytes | msgspec.Raw, kind: type[T]) -> T: ...


@overload
def decoded(content: bytes | msgspec.Raw, kind: Any) -> Any: ...


def decoded(content: bytes | msgspec.Raw, kind: Any) -> Any:
    """Return a value of this kind from its JSON. Raises msgspec.MsgspecError for whatever else it is."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (UnicodeDecodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
