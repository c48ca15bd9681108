"""The setup at this computer, for its own command, and for `run` if nothing is configured."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from hal.computer.ports import has_desktop
from hal.dispenser import Link, open_serial
from hal.panels.keypads.input_device import LinuxInputs
from hal.plugged import plugged
from table.config.schema import ScreenConfig
from table.devices.configured.device_settings import RealPorts
from table.devices.hands_on.dialogue import DoctorTime
from table.program.doctor.operators import typed
from table.program.first_setup.dialogue import SetupDialogue, SetupWorld
from table.program.first_setup.people import LeftError, Person, PersonAtTerminal, PersonAtWindow
from table.records.disk import DISK
from table.rules.text import Text, text
from table.words import Words, languages
from table.words.terminal import print_line


def environment_language() -> str:
    """Return the language of the environment if the table has it, else English."""
    wanted = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := os.environ.get(name))), "")
    return wanted[:2] if wanted[:2] in languages() else "en"


def set_up_table(person: Person, language: str, path: Path, *, offered: bool = False) -> tuple[Text, ...]:
    """Ask the person, write the configuration, and return lines about its file and the next steps.

    If `run` has offered the setup (`offered`), the lines about next steps are left out.

    Raises LeftError, and OSError if the file cannot be written.
    """
    dialogue = SetupDialogue(real_world(), person, Words(language), offered)
    if path.exists() and not dialogue.replaces(path):
        raise LeftError
    kept = saved(dialogue.document(), path)
    about_kept = () if kept is None else (text("setup.kept", file=str(kept)),)
    following = text("setup.next") if dialogue.has_readers else text("setup.next_without")
    return (*about_kept, text("setup.saved", file=str(path)), *(() if offered else (following,)))


@contextmanager
def at_window(language: str) -> Iterator[Person]:
    """Open a window with the questions. Raises NoDisplayError."""
    from table.screen.question_screen import QuestionScreen
    from table.screen.window import Window

    screen = ScreenConfig()
    window = Window((screen.width, screen.height), "command-table", fullscreen=not has_desktop())
    try:
        yield PersonAtWindow(QuestionScreen(window, Words(language), framed=False))
    finally:
        window.close()


def at_terminal(language: str) -> Person:
    return PersonAtTerminal(Words(language), print_line, typed)


def real_world() -> SetupWorld:
    """Return this computer with its parts."""
    return SetupWorld(
        plugged,
        RealPorts(),
        LinuxInputs(),
        lambda path: Link(lambda: open_serial(path)),
        DoctorTime(time.monotonic, time.sleep),
        has_desktop(),
    )


def saved(document: str, path: Path) -> Path | None:
    """Write a configuration, and return the place of the file that was there before, or None. Raises OSError.

    Its folder is made if it does not exist. No older copy is overwritten.
    """
    kept = None
    if path.exists():
        kept = next(place for n in count(1) if not (place := path.with_name(f"{path.name}.{n}")).exists())
        DISK.create(kept, path.read_bytes())
    DISK.replace(path, document.encode("utf-8"))
    return kept
