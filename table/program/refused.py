"""A service that cannot open its table says why on the display, where the players look, until it is told to end."""

import os
import time

from table.config.schema import HOLD_MS, ScreenConfig
from table.devices.latest_view import LatestView
from table.devices.service.notify import Notifier
from table.program.app import opened_window
from table.program.early_end import heed, raise_lost_end
from table.program.told_to_end import ToldToEnd
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.screen.drawing.typefaces import TYPE_SCALES
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.painter import Painter
from table.view.published import Desk, FaultNote, Published, ReaderState
from table.words import Words
from table.words.faults import fault_words


def show_why(screen: ScreenConfig, turned: frozenset[Seat], fault: FaultNote, words: Words) -> None:
    """Show a fault on an otherwise empty screen until a signal, or the window's end; main thread only.

    Where no service manager listens nothing is shown: there the terminal says it.
    """
    manager = Notifier.of(os.environ, time.monotonic)
    if not manager.listens:
        return
    told_to_end, latest = ToldToEnd(), LatestView()
    latest.publish(only(fault))
    window = opened_window(screen, manager)
    raise_lost_end()
    heed(told_to_end)
    painter = Painter(words, turned=turned, type_scale=TYPE_SCALES[screen.type])
    wishes = ScreenCallbacks(on_touch=_unheard, on_push=_unheard, on_quit=told_to_end)
    loop = Loop(window, painter, latest, latest.wake, time.monotonic, wishes, dict.fromkeys(SEATS, HOLD_MS / 1000))
    manager.ready(words.say(fault_words(fault.code, fault.part, fault.detail)))
    while not told_to_end:
        manager.alive()
        loop.turn()
    manager.stopping()
    window.close()


def _unheard(_: object) -> None:
    """Ignore an input: there is no session to hear it."""


def only(fault: FaultNote) -> Published:
    """Return a picture of a table at which nothing can be done, and why."""
    desks = (Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.EMPTY))
    return Published(match="", view=None, prompts=(), desks=desks, faults=(fault,))
