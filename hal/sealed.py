"""A value that must stay hidden: it cannot be printed, logged, pickled, copied or compared by mistake."""

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Sealed(Generic[T]):
    """A hidden value. It cannot be printed, compared, copied or pickled by mistake.

    Any thread may hold and unseal it.
    """

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def unseal(self) -> T:
        """Return the value. A search for this name finds every place that opens a seal."""
        return self._value

    def __repr__(self) -> str:
        return "<sealed>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a sealed value is never pickled or copied")

    def __hash__(self) -> NoReturn:
        raise TypeError("a sealed value is never a key")

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError("sealed values are never compared: unseal them where that is meant")
