"""The table's screen in pygame: a published view in, a picture out."""

import os
import sys

# pygame prints a greeting to standard output when it is imported. Standard output belongs to the commands.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

if "pkg_resources" not in sys.modules:
    # pygame finds its own font with setuptools' pkg_resources if that can be imported, and by its folder otherwise.
    # pkg_resources takes longer to import than pygame, and 5 MB of memory.
    sys.modules["pkg_resources"] = None  # type: ignore[assignment]
    try:
        import pygame as pygame
    finally:
        del sys.modules["pkg_resources"]
