"""The sliders of the bench. Each has fixed stops, and performs one act at each of them."""

from collections.abc import Callable

import pygame
from msgspec import Struct
from pygame import Rect

from table.emulation.acts import Act, AirNoise, LineNoise, Speed
from table.emulation.bench_view import BenchState
from table.emulation.window.places import Place, Slider
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

ROW = 38


class SliderScale(Struct, frozen=True):
    name: str
    stops: tuple[float, ...]
    value: Callable[[BenchState], float]
    act: Callable[[float], Act]
    usual: float = 0.0

    def nearest(self, share: float) -> float:
        """Return the stop at this share of the track."""
        last = len(self.stops) - 1
        return self.stops[max(0, min(last, round(share * last)))]

    def share(self, state: BenchState) -> float:
        value = self.value(state)
        near = min(range(len(self.stops)), key=lambda index: abs(self.stops[index] - value))
        return near / (len(self.stops) - 1)


def _air(seat: Seat) -> SliderScale:
    return SliderScale(
        f"air.{seat}",
        (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7),
        lambda state: state.seats[SEATS.index(seat)].noise,
        lambda share: AirNoise(seat, share),
    )


SCALES: dict[str, SliderScale] = {
    scale.name: scale
    for scale in (
        SliderScale("speed", (0.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0), lambda state: state.speed, Speed, 1.0),
        _air(BLUE),
        _air(RED),
        SliderScale("line", (0.0, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0), lambda state: state.line_noise, LineNoise),
    )
}


def draw_sliders(canvas: Canvas, area: Rect, state: BenchState, places: list[tuple[Rect, Place]]) -> None:
    """Draw the sliders, in two columns if they fit, each with a line on its effect."""
    columns = 2 if area.width > canvas.px(560) else 1
    gap = canvas.px(14)
    width = (area.width - gap * (columns - 1)) // columns
    rows = -(-len(SCALES) // columns)
    height = min(canvas.px(ROW + 38), area.height // rows)
    for index, scale in enumerate(SCALES.values()):
        column, row = divmod(index, rows)
        rect = Rect(area.x + column * (width + gap), area.y + row * height, width, height)
        _draw_slider(canvas, rect, scale, state, places)


def _draw_slider(
    canvas: Canvas, rect: Rect, scale: SliderScale, state: BenchState, places: list[tuple[Rect, Place]]
) -> None:
    value = scale.value(state)
    colour = palette.INK if value == scale.usual else palette.ALERT
    label = Rect(rect.x, rect.y, canvas.px(128), canvas.px(22))
    canvas.text(text(f"bench.slider.{scale.name}"), label, 15, palette.INK)
    shown = Rect(rect.right - canvas.px(60), rect.y, canvas.px(60), canvas.px(22))
    canvas.text(_told(scale, value), shown, 15, colour, bold=True, align="right")
    track = Rect(label.right, rect.y, shown.x - label.right - canvas.px(6), canvas.px(22))
    groove = Rect(track.x, track.centery - canvas.px(2), track.width, canvas.px(4))
    pygame.draw.rect(canvas.surface, palette.EDGE, groove, border_radius=canvas.px(2))
    for stop in range(len(scale.stops)):
        x = groove.x + groove.width * stop // (len(scale.stops) - 1)
        pygame.draw.circle(canvas.surface, palette.EDGE, (x, track.centery), canvas.px(3.5))
    at = groove.x + round(groove.width * scale.share(state))
    pygame.draw.circle(canvas.surface, colour, (at, track.centery), canvas.px(8))
    places.append((track.inflate(canvas.px(8), 0), Slider(scale.name)))
    hint = Rect(rect.x, track.bottom, rect.width, rect.bottom - track.bottom - canvas.px(3))
    kind = scale.name.partition(".")[0]
    canvas.text(text(f"bench.slider.{kind}.does"), hint, 13, palette.QUIET, lines=2)


def _told(scale: SliderScale, value: float) -> Text | str:
    if scale.name != "speed":
        return f"{value:.0%}"
    return text("bench.slider.stopped") if not value else f"x{value:g}"
