"""The loudspeaker, on a thread of its own, because opening a sound device takes time.

SDL's mixer is imported here, with the first sound: `table.screen` keeps pygame from importing it earlier.
"""

import logging
import os
import queue
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hal.computer.ports import may_have_sound
from hal.events import Fault, PartEvent, PartFailed, PartWorks
from hal.holders import holders
from table.devices.sound.tones import RATE_HZ, samples
from table.devices.threads import Worker
from table.devices.watchdog import Pulse

if TYPE_CHECKING:
    import pygame.mixer

log = logging.getLogger(__name__)

NAME = "sound"
BUFFER = 512
"""The samples that SDL asks for at once: 23 ms."""
DEVICES = "/dev/snd"
"""The folder of Linux' sound devices; it is not there if there are none."""
ONCE = "turn"
"""The cue that is played as a test."""
JOIN_S = 0.25


class Speaker:
    """Plays cues. `volume` is from 0 to 1; at 0 no thread is started. Without its sound device it stays silent."""

    def __init__(
        self,
        volume: float,
        failed: Callable[[str, BaseException], None] = lambda _, __: None,
        pulse: Pulse | None = None,
        device: str = "",
        report: Callable[[PartEvent], None] = lambda _: None,
    ) -> None:
        """`device` is SDL's name of the device; empty: the system's own choice.

        The sound's thread calls `failed` with an error that ended its work, which then begins again, and `report` with
        the fault of a device that cannot be used, and when it can. It is tried again with the next cue.
        """
        self._volume, self._report = volume, report
        self._device = device
        self._fault: Fault | None = None
        self._cues: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._worker = Worker(NAME, self._work, failed, pulse, last=self._part)
        self._started = self._tried = self._open = self._played = self._missed = False
        self._kept: dict[str, pygame.mixer.Sound] = {}
        self.silent = volume <= 0
        """True if no sound is wanted."""

    def begin(self) -> None:
        """Open the device, on the sound's thread. Main thread only; a second call does nothing."""
        if not self.silent and not self._started:
            self._started = True
            self._worker.start()

    def play(self, cue: str) -> None:
        """Queue a cue, and return at once. Main thread only."""
        if self.silent:
            return
        self.begin()
        self._cues.put(cue)

    def close(self, patience_s: float = JOIN_S) -> None:
        self._worker.stop()
        self._cues.put(None)
        self._worker.join(patience_s)

    # -- on the sound's thread ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Open the device if it is not open yet, then wait for a cue and play it."""
        import pygame

        if not self._tried:
            self._tried = True
            self._open_again()
        self._worker.pulse.rest()
        cue = self._cues.get()
        self._worker.pulse.beat()
        if cue is None:
            return
        if not self._open or not may_sound():
            self._open_again()
        if not self._open:
            return
        try:
            self._sound(cue).play()
        except pygame.error as error:
            self._let_go()
            self._note(Fault("sound.failed", NAME, self._place(str(error))))
        except BaseException:
            self._let_go()
            raise
        else:
            self._played = True
            self._note(None)

    def _part(self) -> None:
        """Close the device, whatever was played when the end was asked for."""
        if self._open:
            self._let_go()

    def _open_again(self) -> None:
        """Open the device, and note a fault if that fails. A machine without sound has one only for a named device."""
        import pygame

        if self._open:
            self._let_go()
        if not may_sound():
            log.log(logging.DEBUG if self._missed else logging.INFO, "no sound: this machine has no sound device")
            self._missed = True
            if self._device or self._played:
                self._note(Fault("sound.absent", NAME, self._device or DEVICES))
            return
        try:
            _open(self._device)
            self._open = True
        except pygame.error as error:
            self._note(Fault("sound.failed", NAME, self._place(str(error))))

    def _place(self, why: str) -> str:
        """Return the device, the reason, and the programs that have the sound cards open."""
        users = dict.fromkeys(str(user) for card in sorted(Path(DEVICES).glob("pcm*p")) for user in holders(str(card)))
        return ": ".join(filter(None, (self._device, why, ", ".join(users))))

    def _note(self, fault: Fault | None) -> None:
        if fault == self._fault:
            return
        if fault is not None:
            log.warning("no sound: %s", fault.detail)
        self._report(PartWorks(NAME) if fault is None else PartFailed(fault))
        self._fault = fault

    def _sound(self, cue: str) -> "pygame.mixer.Sound":
        if cue not in self._kept:
            self._kept[cue] = _sound_of(cue, self._volume)
        return self._kept[cue]

    def _let_go(self) -> None:
        import pygame.mixer

        self._kept.clear()
        self._open = False
        pygame.mixer.quit()


def may_sound() -> bool:
    """True if this machine may have a sound device.

    Without one, ALSA would write a page of warnings to the terminal before SDL reports it in one line.
    """
    named = any(name in os.environ for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "PIPEWIRE_REMOTE"))
    return named or may_have_sound(Path(DEVICES))


def why_silent(device: str = "") -> str:
    """Open the sound device for a moment, and return SDL's error, or an empty string. No table may be running."""
    return _error_of(device, lambda: None)


def devices() -> tuple[str, ...]:
    """Return SDL's names of the sound devices; empty if SDL cannot list them. No table may be running."""
    names: list[str] = []

    def ask() -> None:
        from pygame._sdl2.audio import get_audio_device_names

        names.extend(get_audio_device_names(False))

    with suppress(ImportError):
        _error_of("", ask)
    return tuple(names)


def play_once(device: str, volume: float, wait: Callable[[float], None]) -> str:
    """Play a cue and wait for its end. Return SDL's error, or an empty string. No table may be running."""

    def play() -> None:
        sound = _sound_of(ONCE, volume)
        sound.play()
        wait(sound.get_length())

    return _error_of(device, play) if may_sound() else DEVICES


def _error_of(device: str, act: Callable[[], None]) -> str:
    """Open the sound device for an act, and return SDL's error, or an empty string."""
    import pygame.mixer

    try:
        _open(device)
        act()
    except pygame.error as error:
        return str(error)
    finally:
        pygame.mixer.quit()
    return ""


def _open(device: str) -> None:
    import pygame.mixer

    pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, device or None, allowedchanges=0)


def _sound_of(cue: str, volume: float) -> "pygame.mixer.Sound":
    import pygame.mixer

    sound = pygame.mixer.Sound(buffer=samples(cue))
    sound.set_volume(volume)
    return sound
