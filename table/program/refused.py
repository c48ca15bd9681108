"""The screen of a service that cannot open its table: it shows the reason to the players until the program ends."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from hal.events import Fault
from table.config.schema import HOLD_MS, ScreenConfig
from table.devices.latest_view import LatestView
from table.devices.service.notify import Notifier
from table.program.app import opened_window
from table.program.early_end import EndRequest, heed, raise_lost_end
from table.records.ground import refuse_unusable
from table.records.lock import held
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.screen.drawing.typefaces import TYPE_SCALES
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.painter import Painter
from table.view.published import Desk, FaultNote, Published, ReaderState
from table.words import Words
from table.words.faults import fault_words
from table.words.terminal import print_line

LOOK_S = 2.0
"""The seconds between two checks whether the fault is fixed."""
AGAIN_S = 30.0
"""The seconds after which a service retries if it cannot know whether the fault is fixed."""

Mended = Callable[[], bool]


def usable(folder: Path) -> bool:
    """True if this program can use the state folder now."""
    try:
        refuse_unusable(folder)
        with held(folder):
            return True
    except OSError:
        return False


def changed(file: Path) -> Mended:
    """Return a function that is true once the file was changed, created or removed."""
    before = _written(file)
    return lambda: _written(file) != before


def passed() -> Mended:
    """Return a function that is true after `AGAIN_S`."""
    until_s = time.monotonic() + AGAIN_S
    return lambda: time.monotonic() >= until_s


def is_service() -> bool:
    """True if a service manager started this program, and starts it again when it ends."""
    return Notifier.of(os.environ, time.monotonic).listens


def show_why(screen: ScreenConfig, turned: frozenset[Seat], fault: Fault, words: Words, mended: Mended) -> None:
    """Print a fault. A service also shows it on an empty screen until it is fixed, or a signal arrives.

    The caller then ends the program, and the manager starts it again. Main thread only.
    """
    sentence = words.say(fault_words(fault.code, fault.part, fault.detail))
    print_line(sentence, error=True)
    manager = Notifier.of(os.environ, time.monotonic)
    if not manager.listens:
        return
    end_request, latest = EndRequest(), LatestView()
    latest.publish(only(FaultNote(fault.code, fault.part, fault.detail)))
    window = opened_window(screen, manager)
    raise_lost_end()
    heed(end_request)
    painter = Painter(words, turned=turned, type_scale=TYPE_SCALES[screen.type])
    wishes = ScreenCallbacks(on_touch=lambda _: None, on_push=lambda _: None, on_quit=end_request)
    loop = Loop(window, painter, latest, latest.wake, time.monotonic, wishes, dict.fromkeys(SEATS, HOLD_MS / 1000))
    manager.ready(sentence)
    look_s = time.monotonic() + LOOK_S
    while not end_request:
        manager.alive()
        loop.turn()
        if time.monotonic() >= look_s:
            look_s = time.monotonic() + LOOK_S
            if mended():
                break
    manager.stopping()
    window.close()


def _written(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_mode


def only(fault: FaultNote) -> Published:
    """Return a view of a table that cannot be used, with the reason."""
    desks = (Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.EMPTY))
    return Published(match="", view=None, prompts=(), desks=desks, faults=(fault,))
