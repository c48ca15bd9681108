"""The loudspeaker, on a thread of its own, because opening a sound device takes time. SDL's mixer is imported here."""

import logging
import os
import queue
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hal.computer.ports import may_have_sound
from table.devices.sound.tones import RATE_HZ, samples
from table.devices.threads import Worker
from table.devices.watchdog import Pulse

if TYPE_CHECKING:
    import pygame

log = logging.getLogger(__name__)

NAME = "sound"
BUFFER = 512
"""The samples that SDL asks for at once: 23 ms."""
DEVICES = "/dev/snd"
"""The folder of Linux' sound devices; it is not there if there are none."""
ONCE = "turn"
"""The cue that is played to be heard."""
JOIN_S = 0.25


class Speaker:
    """Plays cues. `volume` is from 0 to 1; at 0 no thread is started. Without a sound device it stays silent."""

    def __init__(
        self,
        volume: float,
        failed: Callable[[str, BaseException], None] = lambda _, __: None,
        pulse: Pulse | None = None,
        device: str = "",
    ) -> None:
        """`device` is SDL's name of the device; empty: the system's own choice.

        Call `failed` on the sound's thread with the error that ended its work; the work then begins again."""
        self._volume = volume
        self._device = device or None
        self._cues: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._worker = Worker(NAME, self._work, failed, pulse, last=self._part)
        self._started = self._open = False
        self._kept: dict[str, pygame.mixer.Sound] = {}
        self.silent = volume <= 0
        """True if no sound can be made, or none is wanted."""

    def play(self, cue: str) -> None:
        """Queue a cue, and return at once. Main thread only."""
        if self.silent:
            return
        if not self._started:
            self._started = True
            self._worker.start()
        self._cues.put(cue)

    def close(self, patience_s: float = JOIN_S) -> None:
        self._worker.stop()
        self._cues.put(None)
        self._worker.join(patience_s)

    # -- on the sound's thread ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Open the device if it is not open yet, then wait for one cue and play it."""
        if not self.silent and not self._open:
            self.silent = not self._opened()
            self._open = not self.silent
        self._worker.pulse.rest()
        cue = self._cues.get()
        self._worker.pulse.beat()
        if not self._open or cue is None:
            return
        try:
            self._sound(cue).play()
        except BaseException:
            self._let_go()
            raise

    def _part(self) -> None:
        """Close the device, whatever was played when the end was asked for."""
        if self._open:
            self._let_go()

    def _opened(self) -> bool:
        if not may_sound():
            log.info("no sound: this machine has no sound device")
            return False
        import pygame

        try:
            pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, self._device, allowedchanges=0)
        except pygame.error as error:
            log.warning("no sound: %s", error)
            return False
        return True

    def _sound(self, cue: str) -> "pygame.mixer.Sound":
        import pygame

        if cue not in self._kept:
            self._kept[cue] = pygame.mixer.Sound(buffer=samples(cue))
            self._kept[cue].set_volume(self._volume)
        return self._kept[cue]

    def _let_go(self) -> None:
        import pygame

        self._kept.clear()
        self._open = False
        pygame.mixer.quit()


def may_sound() -> bool:
    """True if this machine may have a sound device.

    Without one, ALSA would write a page of warnings to the terminal before SDL could report it in a line.
    """
    named = any(name in os.environ for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "PIPEWIRE_REMOTE"))
    return named or may_have_sound(Path(DEVICES))


def why_silent(device: str = "") -> str:
    """Open the sound device for a moment, and return SDL's error, or an empty string. No table may be running."""
    import pygame

    try:
        pygame.mixer.init(devicename=device or None)
    except pygame.error as error:
        return str(error)
    finally:
        pygame.mixer.quit()
    return ""


def devices() -> tuple[str, ...]:
    """Return SDL's names of the sound devices; none if it cannot tell. No table may be running."""
    import pygame

    try:
        from pygame._sdl2.audio import get_audio_device_names

        pygame.mixer.init()
        return tuple(get_audio_device_names(False))
    except (ImportError, pygame.error):
        return ()
    finally:
        pygame.mixer.quit()


def play_once(device: str, volume: float, wait: Callable[[float], None]) -> str:
    """Play a cue and wait for its end. Return SDL's error, or an empty string. No table may be running."""
    import pygame

    if not may_sound():
        return DEVICES
    try:
        pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, device or None, allowedchanges=0)
        sound = pygame.mixer.Sound(buffer=samples(ONCE))
        sound.set_volume(volume)
        sound.play()
        wait(sound.get_length())
    except pygame.error as error:
        return str(error)
    finally:
        pygame.mixer.quit()
    return ""
