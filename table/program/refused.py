"""The screen of a service that cannot open its table: it shows the reason to the players until the program ends."""

import os
import time

from table.config.schema import HOLD_MS, ScreenConfig
from table.devices.latest_view import LatestView
from table.devices.service.notify import Notifier
from table.program.app import opened_window
from table.program.early_end import heed, raise_lost_end
from table.program.end_request import EndRequest
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.screen.drawing.typefaces import TYPE_SCALES
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.painter import Painter
from table.view.published import Desk, FaultNote, Published, ReaderState
from table.words import Words
from table.words.faults import fault_words


def show_why(screen: ScreenConfig, turned: frozenset[Seat], fault: FaultNote, words: Words) -> None:
    """Show a fault on an empty screen until a signal, or until the window is closed; main thread only.

    Without a service manager nothing is shown: the terminal has the message.
    """
    manager = Notifier.of(os.environ, time.monotonic)
    if not manager.listens:
        return
    end_request, latest = EndRequest(), LatestView()
    latest.publish(only(fault))
    window = opened_window(screen, manager)
    raise_lost_end()
    heed(end_request)
    painter = Painter(words, turned=turned, type_scale=TYPE_SCALES[screen.type])
    wishes = ScreenCallbacks(on_touch=_unheard, on_push=_unheard, on_quit=end_request)
    loop = Loop(window, painter, latest, latest.wake, time.monotonic, wishes, dict.fromkeys(SEATS, HOLD_MS / 1000))
    manager.ready(words.say(fault_words(fault.code, fault.part, fault.detail)))
    while not end_request:
        manager.alive()
        loop.turn()
    manager.stopping()
    window.close()


def _unheard(_: object) -> None:
    """Ignore an input: there is no session."""


def only(fault: FaultNote) -> Published:
    """Return a picture of a table at which nothing can be done, and why."""
    desks = (Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.EMPTY))
    return Published(match="", view=None, prompts=(), desks=desks, faults=(fault,))
