"""The loudspeaker: a thread of its own, since opening a sound device takes its time. SDL's mixer is loaded with it."""

import logging
import os
import queue
import sys
from pathlib import Path
from threading import Thread

from table.screen.tones import RATE_HZ, samples

log = logging.getLogger(__name__)

BUFFER = 512
"""Samples that SDL asks for at once: 23 ms."""
JOIN_S = 0.25


class Speaker:
    """`volume` from 0 to 1; at 0 nothing is started. Without a sound device it is silent."""

    def __init__(self, volume: float) -> None:
        self._volume = volume
        self._cues: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread: Thread | None = None
        self.silent = volume <= 0
        """No sound can be made, or none is wanted."""

    def play(self, cue: str) -> None:
        """From any thread; returns at once."""
        if self.silent:
            return
        if self._thread is None:
            self._thread = Thread(target=self._work, name="sound", daemon=True)
            self._thread.start()
        self._cues.put(cue)

    def close(self, patience_s: float = JOIN_S) -> None:
        if self._thread is not None:
            self._cues.put(None)
            self._thread.join(patience_s)

    def _work(self) -> None:
        if not may_sound():
            log.info("no sound: this machine has no sound device")
            self.silent = True
            return
        import pygame

        try:
            pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as error:
            log.warning("no sound: %s", error)
            self.silent = True
            return
        kept: dict[str, pygame.mixer.Sound] = {}
        try:
            while (cue := self._cues.get()) is not None:
                if cue not in kept:
                    kept[cue] = pygame.mixer.Sound(buffer=samples(cue))
                    kept[cue].set_volume(self._volume)
                kept[cue].play()
        except Exception:
            log.exception("no sound any more")
            self.silent = True
        pygame.mixer.quit()


def may_sound() -> bool:
    """Without a device ALSA writes a page of its own to the terminal before SDL can say so in a line."""
    named = any(name in os.environ for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "PIPEWIRE_REMOTE"))
    return named or not sys.platform.startswith("linux") or Path("/dev/snd").exists()
