"""The fonts of a screen."""

import gc
import weakref

from table.screen.drawing.typefaces import Fonts


def test_open_fonts_close_as_soon_as_nobody_uses_them() -> None:
    """Each is an open file. A running table rarely collects garbage."""
    fonts = Fonts()
    fonts.fit("Two words", 24, True, (40, 200), 3, 0)
    font = weakref.ref(fonts.font(24, True))
    gc.disable()
    try:
        del fonts
        assert font() is None
    finally:
        gc.enable()
