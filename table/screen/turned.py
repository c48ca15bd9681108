"""A picture that is turned on its display, for a display that is mounted on its side or upside down."""

from collections.abc import Sequence

import pygame
from msgspec import Struct
from pygame import Rect


class PictureTurn(Struct, frozen=True):
    """A turn of the picture by `degrees` clockwise on a display of `size` pixels: 0, 90, 180 or 270."""

    degrees: int
    size: tuple[int, int]

    @property
    def picture_size(self) -> tuple[int, int]:
        """Return the size of the picture as people see it."""
        width, height = self.size
        return (height, width) if self.degrees % 180 else (width, height)

    def seen(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return the point of the picture at this point of the display."""
        (x, y), (width, height) = place, self.size
        match self.degrees:
            case 90:
                return (y, width - 1 - x)
            case 180:
                return (width - 1 - x, height - 1 - y)
            case 270:
                return (height - 1 - y, x)
            case _:
                return place

    def shown(self, picture: pygame.Surface, display: pygame.Surface, changed: Sequence[Rect]) -> list[Rect]:
        """Draw these parts of the picture on the display, and return the parts of the display that they cover."""
        return [self._part(picture, display, part) for part in changed]

    def _part(self, picture: pygame.Surface, display: pygame.Surface, part: Rect) -> Rect:
        part = part.clip(picture.get_rect())
        turned = pygame.transform.rotate(picture.subsurface(part), -self.degrees)
        width, height = self.size
        match self.degrees:
            case 90:
                corner = (width - part.bottom, part.left)
            case 180:
                corner = (width - part.right, height - part.bottom)
            case 270:
                corner = (part.top, height - part.right)
            case _:
                corner = part.topleft
        return display.blit(turned, corner)

    def event(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return the event with a finger's position converted to the picture."""
        if self.degrees == 0 or not hasattr(event, "pos"):
            return event
        fields = dict(event.dict, pos=self.seen(event.pos))
        if "rel" in fields:
            x, y = fields["rel"]
            fields["rel"] = {90: (y, -x), 180: (-x, -y), 270: (-y, x)}[self.degrees]
        return pygame.event.Event(event.type, fields)
