"""Measure an evening at a plain PC with two card readers.

It needs root and Debian's packages pcscd, vsmartcard-vpcd, xvfb and xdotool. Without them it yields no figures.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from lab.figure import Figure, at_most, left_out, none_of
from lab.figures.pc import desktop
from lab.figures.pc.pc_evening import PcEvening
from lab.figures.pc.pc_lobby import PcLobby
from lab.figures.pc.plain_pc import PlainPc
from lab.temporary_folder import temporary_folder
from sim_hardware.nfc.pcsc import real_daemon

MOST_ACTS = 10


def measure(seed: int) -> Iterator[Figure]:
    if left_out("pc.*", missing()):
        return
    began_s = time.monotonic()
    with plain_pc() as pc:
        evening = PcEvening(pc, seed)
        evening.play()
    with plain_pc() as pc:
        lobby = PcLobby(pc, seed)
        lobby.play()
    note = f"{evening.acts} acts, {evening.repeated} presses repeated, daemon killed {evening.kills} times"
    note += f", {time.monotonic() - began_s:.0f} s" + "".join(f"; {each}" for each in evening.wrong)
    of_acts = "setup, run, cards and presses, from plugging in to the first reveal; without enrolment"
    yield at_most("pc.acts", [evening.acts_to_reveal], MOST_ACTS, "acts", note=of_acts)
    yield none_of("pc.files_edited", evening.edited, "files")
    of_acts = "run, its offered setup, touches in the lobby, cards and presses; without enrolment"
    of_acts = f"{of_acts}, for which the table ends and opens again"
    yield at_most("pc.acts_by_window", [lobby.acts], MOST_ACTS, "acts", note=of_acts)
    yield none_of("pc.files_edited_by_window", lobby.edited, "files")
    yield none_of("pc.match", len(evening.wrong) + (not evening.ended), "wrong", note=note)


def missing() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    return real_daemon.missing() or desktop.missing()


@contextmanager
def plain_pc() -> Iterator[PlainPc]:
    """Yield a PC with the daemon, two empty readers and a desktop."""
    with temporary_folder() as folder:
        daemon, display = real_daemon.RealDaemon(folder / "readers"), desktop.Desktop()
        daemon.start()
        try:
            display.start()
            yield PlainPc(folder, daemon, display)
        finally:
            display.stop()
            daemon.stop()
