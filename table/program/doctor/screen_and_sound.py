"""Examine screen and sound."""

import os
from collections.abc import Iterator

from table.config.schema import ScreenConfig, SoundConfig, SpeechConfig
from table.program.doctor.finding import Finding, mend, named, note, skipped, well
from table.rules.text import text


def screen(wanted: ScreenConfig) -> Iterator[Finding]:
    """Open a picture for a moment, as the table does. Only a person can see whether it is visible."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from table.screen.window import PACKAGES, UNSEEN, NoDisplayError, Window

    part = named("screen")
    try:
        window = Window((wanted.width, wanted.height), "doctor", fullscreen=wanted.fullscreen, rotation=wanted.rotation)
    except NoDisplayError as error:
        why = error.why or text("doctor.screen.silent")
        if error.driver:
            yield mend(part, "screen.closed", driver=error.driver, why=why, packages=PACKAGES)
        else:
            yield mend(part, "screen.none", why=why)
        return
    try:
        window.show([window.surface.get_rect()])
        driver, displays, picture = window.driver, window.displays, window.display_size
    finally:
        window.close()
    size = " + ".join(_size(display) for display in displays)
    if driver in UNSEEN:
        yield note(part, "screen.unseen", driver=driver)
    elif wanted.fullscreen and picture not in displays:
        yield mend(part, "screen.other_size", driver=driver, size=size, picture=_size(picture))
    else:
        yield well(part, "screen.well", driver=driver, size=size, picture=_size(picture))


def _size(size: tuple[int, int]) -> str:
    width, height = size
    return f"{width}x{height}"


def speech(wanted: SpeechConfig) -> Iterator[Finding]:
    """Look for the speech program. Only a person can check that it is audible."""
    from table.devices.sound.voice import PACKAGE, PROGRAM, voice_there

    part, there = named("speech"), voice_there()
    if not wanted.on:
        yield skipped(part, "sound.muted")
    elif there is None:
        yield mend(part, "speech.missing", program=PROGRAM, package=PACKAGE)
    else:
        yield well(part, "speech.well", program=there)


def sound(wanted: SoundConfig) -> Iterator[Finding]:
    from table.devices.sound.speaker import devices, may_sound, why_silent

    part = named("sound")
    if wanted.silent:
        yield skipped(part, "sound.muted")
        return
    if not may_sound():
        yield note(part, "sound.none")
        return
    own = wanted.device
    why = why_silent(own)
    known = " | ".join(devices())
    if why and own:
        yield mend(part, "sound.not_there", device=own, why=why, devices=known or "-")
    elif why:
        yield note(part, "sound.failed", why=why)
    else:
        yield well(part, "sound.well", device=own or "-", devices=known or "-")
