"""The table's screen in pygame: a published view in, a picture out."""

import os
import sys

# pygame prints a greeting to standard output when it is imported. Standard output belongs to the commands.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# pygame imports these if it can, and works without them. pkg_resources takes longer than pygame itself, and 5 MB of
# memory. SDL's mixer and its codecs take 5 MB more: the speaker imports it with the first sound.
UNUSED = tuple(each for each in ("pkg_resources", "pygame.mixer", "pygame.mixer_music") if each not in sys.modules)
if "pygame" not in sys.modules:
    sys.modules.update(dict.fromkeys(UNUSED))  # type: ignore[arg-type]
    try:
        import pygame as pygame
    finally:
        for each in UNUSED:
            del sys.modules[each]
