"""The dispenser on the bench: hoppers with their discs, tokens that fall, and the tray."""

import math
from collections import Counter
from collections.abc import Mapping

import pygame
from msgspec import Struct
from pygame import Rect

from table.emulation.acts import PutBack, Take
from table.emulation.bench_view import BenchHopper, BenchState
from table.emulation.window.bench_canvas import BenchCanvas
from table.emulation.window.places import ActButton, HopperMouth, TrayToken
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.icons import icon_of

HOPPERS = 84
"""The height in units of the row of hoppers. The rest is the tray."""
NARROW = 44
"""The width in units below which a hopper has a smaller icon, as with ten or more of them."""
TOKEN = 22
BACK = 132
"""The width in units of the button that puts all tokens back."""
DISC, POCKETS = 19, 6
"""The radius of the disc in units, and the number of its holes."""


class FallingToken(Struct, frozen=True):
    """A token between chute and tray."""

    hopper: int
    share: float
    """The share of its fall that is over."""


def draw_dispenser(
    canvas: BenchCanvas, area: Rect, state: BenchState, turned: Mapping[int, float], falling: tuple[FallingToken, ...]
) -> None:
    """Draw hoppers, falling tokens and tray. `turned` has the rotation of each hopper's disc, in pockets."""
    canvas.plate(area, palette.PANEL, radius=8)
    pad = canvas.px(5)
    inside = area.inflate(-2 * pad, -2 * pad)
    upper = Rect(inside.x, inside.y, inside.width, canvas.px(HOPPERS))
    lower = Rect(inside.x, upper.bottom + pad, inside.width, inside.bottom - upper.bottom - pad)
    chutes = _draw_hoppers(canvas, upper, state.hoppers, turned)
    kinds = {hopper.number: hopper.kind for hopper in state.hoppers}
    landed = state.tray[: len(state.tray) - len(falling)]
    lower.width -= _draw_back(canvas, lower, state.asked_back)
    _draw_tray(canvas, lower, landed, kinds)
    for token in falling:
        x = chutes.get(token.hopper, lower.centerx)
        y = upper.bottom - canvas.px(8) + round(token.share**2 * (lower.centery - upper.bottom + canvas.px(8)))
        canvas.icon(icon_of(kinds.get(token.hopper, "")), (x, y), TOKEN, palette.INK)


def _draw_hoppers(
    canvas: BenchCanvas, row: Rect, hoppers: tuple[BenchHopper, ...], turned: Mapping[int, float]
) -> dict[int, int]:
    """Draw the hoppers, and return the x of each one's chute."""
    gap, chutes = canvas.px(4), dict[int, int]()
    width = min(canvas.px(96), (row.width + gap) // max(1, len(hoppers)) - gap)
    for index, hopper in enumerate(hoppers):
        rect = Rect(row.x + index * (width + gap), row.y, width, row.height)
        _draw_hopper(canvas, rect, hopper, turned.get(hopper.number, 0.0))
        chutes[hopper.number] = rect.centerx
        canvas.mark(rect, HopperMouth(hopper.number))
    return chutes


def _draw_hopper(canvas: BenchCanvas, rect: Rect, hopper: BenchHopper, turned: float) -> None:
    edge = palette.ALERT if hopper.fault else palette.EDGE
    canvas.frame(rect, edge, palette.GROUND, radius=6, width=1.4)
    colour = palette.ALERT if not hopper.content else palette.INK
    narrow = rect.width < canvas.px(NARROW)
    icon, pad = (11, canvas.px(2)) if narrow else (16, canvas.px(4))
    line = Rect(rect.x + pad, rect.y + canvas.px(2), rect.width - 2 * pad, canvas.px(22))
    mark = canvas.icon(icon_of(hopper.kind), (line.x + canvas.px(icon / 2 + 1), line.centery), icon, colour)
    left = mark.right + canvas.px(1 if narrow else 3)
    canvas.text(str(hopper.content), Rect(left, line.y, line.right - left, line.height), 17, colour, bold=True)
    middle = (rect.centerx, line.bottom + canvas.px(DISC) + canvas.px(1))
    _draw_disc(canvas, middle, min(canvas.px(DISC), rect.width // 2 - canvas.px(2)), hopper, turned)
    slot = Rect(0, rect.bottom - canvas.px(11), min(canvas.px(24), rect.width // 3), canvas.px(7))
    slot.centerx = rect.centerx
    corner = Rect(rect.x + pad, rect.bottom - canvas.px(17), slot.x - rect.x - pad - canvas.px(1), canvas.px(16))
    canvas.text(f"{hopper.number + 1}", corner, 12, palette.QUIET)
    barrier = palette.ALERT if hopper.dark else palette.EDGE
    pygame.draw.rect(canvas.surface, barrier, slot, border_radius=canvas.px(3))


def _draw_disc(canvas: BenchCanvas, middle: tuple[int, int], radius: int, hopper: BenchHopper, turned: float) -> None:
    """Draw a disc, with the available tokens in its holes."""
    body = palette.RAISED if not hopper.turning else palette.blend(palette.RAISED, palette.EDGE, 0.6)
    pygame.draw.circle(canvas.surface, body, middle, radius)
    for pocket in range(POCKETS):
        angle = (pocket + turned) * 2 * math.pi / POCKETS
        at = (middle[0] + round(math.sin(angle) * radius * 0.62), middle[1] + round(math.cos(angle) * radius * 0.62))
        full = pocket < hopper.content
        pygame.draw.circle(canvas.surface, palette.QUIET if full else palette.GROUND, at, max(2, round(radius * 0.24)))
    pygame.draw.circle(canvas.surface, palette.EDGE, middle, max(2, round(radius * 0.16)))


def _draw_back(canvas: BenchCanvas, row: Rect, count: int) -> int:
    """Draw the button that does the chore, while the table asks for tokens, and return the width that it takes."""
    if not count:
        return 0
    button = Rect(row.right - canvas.px(BACK), row.y + canvas.px(4), canvas.px(BACK), row.height - canvas.px(8))
    canvas.plate(button, palette.ALERT, radius=6)
    canvas.text(text("bench.tray.back", count=count), button, 15, palette.GROUND, bold=True, align="centre")
    canvas.mark(button, ActButton(PutBack()))
    return button.width + canvas.px(6)


def _draw_tray(canvas: BenchCanvas, row: Rect, tray: tuple[int, ...], kinds: Mapping[int, str]) -> None:
    canvas.frame(row, palette.EDGE, palette.GROUND, radius=8)
    label = Rect(row.x + canvas.px(8), row.y, canvas.px(44), row.height)
    canvas.text(text("bench.tray"), label, 16, palette.QUIET)
    left = label.right + canvas.px(4)
    if not tray:
        canvas.text(text("bench.tray.empty"), Rect(left, row.y, row.right - left, row.height), 15, palette.QUIET)
        return
    take = Rect(row.right - canvas.px(82), row.y + canvas.px(4), canvas.px(76), row.height - canvas.px(8))
    canvas.plate(take, palette.RAISED, radius=6)
    canvas.text(text("bench.tray.take"), take, 15, bold=True, align="centre")
    canvas.mark(take, ActButton(Take()))
    _draw_tokens(canvas, Rect(left, row.y, take.x - left - canvas.px(4), row.height), tray, kinds)


def _draw_tokens(canvas: BenchCanvas, box: Rect, tray: tuple[int, ...], kinds: Mapping[int, str]) -> None:
    """Draw the tokens side by side, or as counted heaps if there are too many."""
    pitch = canvas.px(TOKEN + 2)
    if len(tray) * pitch > box.width:
        _draw_heaps(canvas, box, Counter(tray), kinds)
        return
    for index, hopper in enumerate(tray):
        at = (box.x + canvas.px(TOKEN / 2) + index * pitch, box.centery)
        canvas.mark(canvas.icon(icon_of(kinds.get(hopper, "")), at, TOKEN, palette.INK), TrayToken(hopper))


def _draw_heaps(canvas: BenchCanvas, box: Rect, heaps: Mapping[int, int], kinds: Mapping[int, str]) -> None:
    width = min(canvas.px(2 * TOKEN + 8), box.width // len(heaps))
    for index, hopper in enumerate(sorted(heaps)):
        rect = Rect(box.x + index * width, box.y, width, box.height)
        mark = canvas.icon(icon_of(kinds.get(hopper, "")), (rect.x + canvas.px(9), box.centery), 17, palette.INK)
        count = Rect(mark.right + canvas.px(2), rect.y, rect.right - mark.right - canvas.px(3), rect.height)
        canvas.text(str(heaps[hopper]), count, 14, palette.INK, bold=True)
        canvas.mark(rect, TrayToken(hopper))


POCKET_S = 0.12
"""The seconds from one pocket to the next, equal to the emulated hopper's."""
FALL_S = 0.3
"""The seconds that a token falls. A real one falls faster; this one has to be visible."""


class Mechanics:
    def __init__(self) -> None:
        self._at_s: float | None = None
        self._tray = 0
        self._turned: dict[int, float] = {}
        self._falls: tuple[tuple[int, float], ...] = ()
        """The hopper of each falling token, and the share of its fall. They are the last tokens of the tray."""
        self._turning = False

    @property
    def moving(self) -> bool:
        return self._turning or bool(self._falls)

    @property
    def discs(self) -> tuple[tuple[int, float], ...]:
        return tuple((number, round(turned, 2)) for number, turned in sorted(self._turned.items()))

    @property
    def falling(self) -> tuple[FallingToken, ...]:
        return tuple(FallingToken(hopper, round(share, 2)) for hopper, share in self._falls)

    def see(self, state: BenchState, now_s: float) -> None:
        first, passed_s = self._at_s is None, (now_s - (self._at_s or now_s)) * state.speed
        self._at_s = now_s
        self._turning = any(hopper.turning for hopper in state.hoppers)
        for hopper in state.hoppers:
            if hopper.turning:
                turned = self._turned.get(hopper.number, 0.0) + hopper.turning * passed_s / POCKET_S
                self._turned[hopper.number] = turned % POCKETS
        falls = ((hopper, share + passed_s / FALL_S) for hopper, share in self._falls)
        kept = tuple((hopper, share) for hopper, share in falls if share < 1)
        if len(state.tray) < self._tray:
            kept = ()  # the players have taken a token out
        fresh = () if first else tuple((hopper, 0.0) for hopper in state.tray[self._tray :])
        self._tray, self._falls = len(state.tray), (*kept, *fresh)
