"""What goes into the one writer, and what it speaks to. Whatever crosses a thread here is frozen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import hal.events as hw
from table.rules import fairness
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.seats import Seat
from table.session.input import ScreenInput
from table.view.published import Published

Deed: TypeAlias = hw.PanelEvent | ScreenInput
"""What a hand does at a panel or on the screen."""


@dataclass(frozen=True, slots=True)
class AsShown:
    """A deed, and what was on the screen when it was done: it counts for that, and for nothing that came after."""

    deed: Deed
    shown: Published


Message: TypeAlias = hw.DeviceEvent | Answer | ScreenInput | AsShown | CallJudge


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which reader and panel stand before which seat, when a hopper is low, and whether there is a dispenser."""

    readers: Mapping[str, Seat]
    panels: Mapping[str, Seat]
    low: Mapping[int, int] = field(default_factory=dict)
    """By hopper: with this many tokens or fewer it is shown as low."""
    dispenser: bool = False
    """One is configured: until it is found, or known to be away, it is looked for."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that the session says to the world around it."""

    send: Callable[[hw.DispenserRequest | hw.LampSetting], None]
    publish: Callable[[Published], None]
    known: Callable[[hw.Tag], KnownCard | None]
    entropy: Callable[[int], bytes]
    commit: Callable[[bytes, str], str] = fairness.seal_commitment
    """From salt and card. The leak campaign hands in one that ignores the card, to see what else differs."""
