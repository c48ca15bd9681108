"""A prompt asks one seat for one thing and describes every legal answer, exactly and finitely.

Screen, panel, scripts and bots are only ways to answer a prompt. What a prompt accepts, `decide` takes.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from table.rules.seats import Seat
from table.rules.text import Text

Pick: TypeAlias = Callable[[int], int]
"""Given n, a number from 0 to n - 1: how `sample` chooses."""


class Seal(Struct, frozen=True):
    """A card lies locked on the reader: SHA-256 over salt and card, 64 hex digits. It names nothing."""

    commitment: str


Value: TypeAlias = str | int | tuple[str, ...] | Seal | None


class Option(Struct, frozen=True):
    id: str
    label: Text
    icon: str = ""
    """A name from the screen's icons: `rank.corps`, `die.block`; or nothing."""
    card: str = ""
    """The catalogue id of the tagged card that chooses this when it is laid on the reader; or nothing."""


class Prompt(Struct, frozen=True, kw_only=True):
    """What all prompts share. Each kind has `accepts(value)`, and `sample(pick)`: one legal answer, by chance."""

    key: str
    """Names the question while it is open: `orders`. Two seats may be asked the same at once."""
    seat: Seat | None
    """Who is asked. None: either seat may answer, and one answer is enough."""
    ask: Text
    rule: str
    standing: bool = False
    """Possible, but nobody waits for it: a unit is defeated, a token is moved, undo."""
    hold: bool = False
    """Confirmed by holding only: it cannot be taken back."""


class ChooseOne(Prompt, frozen=True, kw_only=True, tag=True):
    options: tuple[Option, ...]

    def accepts(self, value: Value) -> bool:
        return isinstance(value, str) and any(option.id == value for option in self.options)

    def sample(self, pick: Pick) -> Value:
        return self.options[pick(len(self.options))].id


class OpenCard(ChooseOne, frozen=True, kw_only=True, tag=True):
    """A card is laid face up on the reader; each option has a `card`. It can be chosen by name too."""


class ChooseSome(Prompt, frozen=True, kw_only=True, tag=True):
    options: tuple[Option, ...]
    least: int
    most: int

    def accepts(self, value: Value) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        return len(set(value)) == len(value) and set(value) <= {option.id for option in self.options}

    def sample(self, pick: Pick) -> Value:
        left = [option.id for option in self.options]
        wanted = self.least + pick(self.most - self.least + 1)
        chosen = {left.pop(pick(len(left))) for _ in range(wanted)}
        return tuple(option.id for option in self.options if option.id in chosen)


class Number(Prompt, frozen=True, kw_only=True, tag=True):
    least: int
    most: int
    start: int | None = None
    """Where the dial stands at first; None: at `least`."""

    @property
    def first(self) -> int:
        return self.least if self.start is None else self.start

    def accepts(self, value: Value) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def sample(self, pick: Pick) -> Value:
        return self.least + pick(self.most - self.least + 1)


class Confirm(Prompt, frozen=True, kw_only=True, tag=True):
    def accepts(self, value: Value) -> bool:
        return value is None

    def sample(self, pick: Pick) -> Value:
        return None


class Roll(Prompt, frozen=True, kw_only=True, tag=True):
    """None: the table rolls. A face: the players rolled a die of their own, and say so."""

    die: str
    faces: tuple[str, ...]

    def accepts(self, value: Value) -> bool:
        return value is None or (isinstance(value, str) and value in self.faces)

    def sample(self, pick: Pick) -> Value:
        return (None, *self.faces)[pick(len(self.faces) + 1)]


class SealedCard(Prompt, frozen=True, kw_only=True, tag=True):
    """Lay a card face down and lock it. What may be chosen is in the seat's own view alone.

    A game never sees the answer: the match keeps the seals and brings all cards at once, as `Reveal`.
    """

    def accepts(self, value: Value) -> bool:
        return isinstance(value, Seal)

    def sample(self, pick: Pick) -> Value:
        """A seal that nobody can open; play with real cards goes through the seat's own view."""
        return Seal("".join(f"{pick(256):02x}" for _ in range(32)))


AnyPrompt: TypeAlias = ChooseOne | OpenCard | ChooseSome | Number | Confirm | Roll | SealedCard
