"""The table's screen without a window: drawn into memory, for reading, measuring or saving."""

from pathlib import Path

import pygame

from table.screen.painter import Painter
from table.view.published import Published


class Picture:
    """A picture of one fixed size that a painter draws into. Only the thread that made it may call it."""

    def __init__(self, painter: Painter, size: tuple[int, int]) -> None:
        """`size` is width and height in pixels."""
        self.painter = painter
        self._surface = pygame.Surface(size)

    def draw(self, published: Published, now_s: float) -> None:
        """Draw this view as a window would show it at this time."""
        self.painter.draw(self._surface, published, now_s)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the words of the last picture, line by line."""
        return tuple(placed.words for placed in self.painter.placed)

    def pixels(self) -> bytes:
        """Return the picture as rows of RGB."""
        # Newer versions call it tobytes, and Debian 12 has an older one.
        return pygame.image.tostring(self._surface, "RGB")

    def save(self, path: Path) -> None:
        """Write the picture to a file, in the format of its suffix. Raises OSError or pygame.error."""
        pygame.image.save(self._surface, str(path))
