"""What players see and hear."""

import os
from collections.abc import Iterator

from table.config import Config
from table.program.doctor.finding import Finding, mend, named, note, skipped, well


def screen() -> Iterator[Finding]:
    """Opens a display for a moment, without a window."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from table.screen.window import UNSEEN

    part = named("screen")
    try:
        pygame.display.init()
        driver, sizes = pygame.display.get_driver(), pygame.display.get_desktop_sizes()
    except pygame.error as error:
        yield mend(part, "screen.none", why=str(error))
        return
    finally:
        pygame.display.quit()
    if driver in UNSEEN and "SDL_VIDEODRIVER" in os.environ:
        yield note(part, "screen.unseen", driver=driver)
    elif driver in UNSEEN:
        yield mend(part, "screen.none", why=driver)
    else:
        size = " + ".join(f"{width}x{height}" for width, height in sizes)
        yield well(part, "screen.well", driver=driver, size=size)


def sound(config: Config) -> Iterator[Finding]:
    from table.screen.sound.speaker import may_sound, why_silent

    part = named("sound")
    if config.sound.mute or not config.sound.volume:
        yield skipped(part, "sound.muted")
        return
    if not may_sound():
        yield note(part, "sound.none")
        return
    why = why_silent()
    yield note(part, "sound.failed", why=why) if why else well(part, "sound.well")
