"""The plugs that can be pulled and put back: the table's, the Pico's, the serial cable."""

from pygame import Rect

from table.emulation.acts import PlugCable, PowerDispenser, PowerTable
from table.emulation.bench_view import BenchState
from table.emulation.window.places import ActButton, Place
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas


def draw_plugs(canvas: Canvas, row: Rect, state: BenchState, places: list[tuple[Rect, Place]]) -> None:
    plugs = [("table", state.power != "off", ActButton(PowerTable(state.power == "off")))]
    if state.plugged is not None:
        live = state.power != "off"
        plugs += [
            ("pico", state.powered and live, ActButton(PowerDispenser(not state.powered))),
            ("cable", state.plugged and state.powered and live, ActButton(PlugCable(not state.plugged))),
        ]
    gap = canvas.px(4)
    width = (row.width + gap) // len(plugs) - gap
    for index, (name, inside, does) in enumerate(plugs):
        rect = Rect(row.x + index * (width + gap), row.y, width, row.height)
        draw_plug(canvas, rect, f"bench.plug.{name}", inside, does, places)


def draw_plug(
    canvas: Canvas, rect: Rect, name: str, inside: bool, does: ActButton, places: list[tuple[Rect, Place]]
) -> None:
    """Draw a plug. Its colour tells whether it is in; a click changes that."""
    colour = palette.QUIET if inside else palette.ALERT
    canvas.frame(rect, palette.EDGE if inside else palette.ALERT, palette.RAISED, radius=6, width=1.4)
    canvas.icon("sign.link" if inside else "sign.gone", (rect.x + canvas.px(14), rect.centery), 15, colour)
    words = Rect(rect.x + canvas.px(26), rect.y, rect.width - canvas.px(30), rect.height)
    canvas.text(text(f"{name}.in" if inside else f"{name}.out"), words, 15, colour)
    places.append((rect, does))
