"""The table's screen without a window: drawn into memory, to be read, measured or kept as a file."""

from pathlib import Path

import pygame

from table.screen.painter import Painter
from table.view.published import Published


class Picture:
    """A picture of one size that a painter draws into. The thread that made it calls it."""

    def __init__(self, painter: Painter, size: tuple[int, int]) -> None:
        """`size` is in pixels, width and height."""
        self.painter = painter
        self._surface = pygame.Surface(size)

    def draw(self, published: Published, now_s: float) -> None:
        """Draw what a window would show of this view at this time."""
        self.painter.draw(self._surface, published, now_s)

    @property
    def said(self) -> tuple[str, ...]:
        """Every line of words in the picture as it was drawn last."""
        return tuple(placed.words for placed in self.painter.placed)

    def pixels(self) -> bytes:
        """The picture as rows of RGB."""
        return pygame.image.tobytes(self._surface, "RGB")

    def save(self, path: Path) -> None:
        """Write the picture to a file, in the format of its suffix. Raises OSError or pygame.error."""
        pygame.image.save(self._surface, str(path))
