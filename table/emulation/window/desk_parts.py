"""The parts of the desk: cards, a seat's hand, its reader and panel, and the plugs."""

from collections.abc import Mapping

import pygame
from pygame import Rect

from hal.events import Button
from table.emulation.acts import CABLE, PICO, DispenserFault, PowerTable
from table.emulation.bench_view import BenchCard, BenchSeat, BenchState
from table.emulation.window.bench_canvas import BenchCanvas
from table.emulation.window.places import ActButton, CardPlace, HandArea, PanelButton, ReaderField
from table.rules.cards import CardKind
from table.rules.seats import Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.icons import icon_of

COMMAND, UNIT = (96, 42), (146, 28)
COMMAND_IN_HAND = (146, 36)
"""The width and height of a command card in a hand, in units; in a wider hand cards are wider.

Names as long as "Coordinated Bombardment" fit in full.
"""
NAME = 14.5


def draw_tile(canvas: BenchCanvas, rect: Rect, card: BenchCard, owner: Seat, *, down: bool = False) -> None:
    """Draw a card. `down`: it lies face down.

    Its name is still legible, because only the table's screen keeps secrets.
    """
    command = card.kind == CardKind.COMMAND
    ground, ink = (palette.PAPER, palette.PRINT) if command else (palette.RAISED, palette.INK)
    if card.spent:
        ground, ink = palette.PANEL, palette.QUIET
    if down:
        ground, ink = palette.DEEP[owner], palette.QUIET
    canvas.frame(rect, palette.SEAT[owner] if not card.spent else palette.EDGE, ground, owner, radius=6, width=1.6)
    mark = Rect(rect.x + canvas.px(3), rect.y, canvas.px(17 if command else 20), rect.height)
    if down:
        canvas.icon(f"seat.{owner}", mark.center, 17, palette.SEAT[owner])
    elif command and card.pips is not None:
        canvas.text(str(card.pips), mark, 22, ink, bold=True, align="centre")
    else:
        canvas.icon(icon_of(card.rank) if card.rank else "sign.card", mark.center, 17, ink)
    x = mark.right + canvas.px(2)
    name = Rect(x, rect.y + canvas.px(2), rect.right - canvas.px(2) - x, rect.height - canvas.px(4))
    canvas.text(card.name, name, NAME, ink, lines=3 if command else 2)


GAP, BAR = 4, 6
STEP = 36
"""The units that one click of the wheel scrolls."""


def draw_hand(
    canvas: BenchCanvas, area: Rect, seat: BenchSeat, scrolled: int, carried: str, turned: frozenset[str]
) -> int:
    """Draw the hand, and return how far it can be scrolled. `scrolled` and the result are in pixels.

    Cards are face up, except those in `turned`.
    """
    tiles, height = _laid_out(canvas, area, seat.cards)
    most = max(0, height - area.height)
    down = min(scrolled, most)
    canvas.mark(Rect(area), HandArea(seat.seat))
    surface = canvas.surface
    before = surface.get_clip()
    surface.set_clip(area)
    for rect, card in tiles:
        seen = rect.move(0, -down)
        if seen.colliderect(area):
            if card.reader is not None or card.key == carried:  # the empty place of a card that was taken
                canvas.frame(seen, palette.RAISED, palette.PANEL, seat.seat, radius=6, width=1.4)
                continue
            draw_tile(canvas, seen, card, seat.seat, down=card.key in turned)
            canvas.mark(seen.clip(area), CardPlace(card.key))
    if not tiles:
        canvas.text(text("bench.hand.empty"), area.inflate(-canvas.px(16), 0), NAME, palette.QUIET, lines=3)
    surface.set_clip(before)
    if most:
        _draw_bar(canvas, area, down, most)
    return most


def _laid_out(
    canvas: BenchCanvas, area: Rect, cards: tuple[BenchCard, ...]
) -> tuple[list[tuple[Rect, BenchCard]], int]:
    """Return the place of each card, and the height of all. Command cards come first, then units, each in rows."""
    gap = canvas.px(GAP)
    width = area.width - canvas.px(BAR) - gap
    tiles: list[tuple[Rect, BenchCard]] = []
    top = area.y
    for units, commands in ((COMMAND_IN_HAND, True), (UNIT, False)):
        kind = [card for card in cards if (card.kind == CardKind.COMMAND) is commands]
        columns = max(1, (width + gap) // (round(units[0] * canvas.scale * 0.92) + gap))
        each = (width - gap * (columns - 1)) // columns
        height = canvas.px(units[1])
        for index, card in enumerate(kind):
            row, column = divmod(index, columns)
            tiles.append((Rect(area.x + column * (each + gap), top + row * (height + gap), each, height), card))
        top += -(-len(kind) // columns) * (height + gap)
    return tiles, max(0, top - gap - area.y)


def _draw_bar(canvas: BenchCanvas, area: Rect, down: int, most: int) -> None:
    track = Rect(area.right - canvas.px(BAR), area.y, canvas.px(BAR), area.height)
    pygame.draw.rect(canvas.surface, palette.RAISED, track, border_radius=canvas.px(3))
    height = max(canvas.px(20), area.height * area.height // (area.height + most))
    thumb = Rect(track.x, area.y + (area.height - height) * down // most, track.width, height)
    pygame.draw.rect(canvas.surface, palette.EDGE, thumb, border_radius=canvas.px(3))


PER_MM = 2.0
"""The units of the picture per millimetre."""
COIL_MM = (36, 28)
"""The width and height of the outermost turn, in millimetres, of a common board."""
TURNS = 4
WHOLE = 0.97
WEAK, LOST = 0.30, 0.12
"""The coupling below which replies get lost, and below which a card has no power (`sim_hardware.nfc.coupling`)."""


def draw_reader(
    canvas: BenchCanvas, board: Rect, seat: BenchSeat, lying: tuple[tuple[Seat, BenchCard, bool], ...], over: bool
) -> None:
    """Draw a reader.

    `lying` holds owner, card and whether it lies face down, the lowest first; `over`: a card is held above.
    """
    _draw_antenna(canvas, board, seat, over, bare=not lying)
    canvas.mark(board, ReaderField(seat.seat))
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(board.clip(before))
    for index, (owner, card, down) in enumerate(lying):
        rect = spot(canvas, board, card, index)
        draw_tile(canvas, rect, card, owner, down=down)
        _draw_coupling(canvas, rect, card)
        canvas.mark(rect.clip(board), CardPlace(card.key))
    canvas.surface.set_clip(before)


def spot(canvas: BenchCanvas, board: Rect, card: BenchCard, index: int) -> Rect:
    """Return the place of a card. Cards on top are shifted, so that the ones below can be seen and taken."""
    rect = Rect(0, 0, min(board.width - canvas.px(22), canvas.px(COMMAND[0] * 1.25)), canvas.px(COMMAND[1] * 1.1))
    x_mm, y_mm = card.aside_mm
    rect.center = (
        board.centerx + round(x_mm * PER_MM * canvas.scale) + canvas.px(7) * index,
        board.centery + round(y_mm * PER_MM * canvas.scale) + canvas.px(17) * index,
    )
    return rect


def aside_mm(scale: float, board: Rect, point: tuple[int, int]) -> tuple[float, float]:
    """Return the millimetres from the antenna's middle to this point, to one decimal."""
    x_mm, y_mm = ((at - middle) / (PER_MM * scale) for at, middle in zip(point, board.center, strict=True))
    return (round(x_mm, 1), round(y_mm, 1))


def _draw_antenna(canvas: BenchCanvas, board: Rect, seat: BenchSeat, over: bool, bare: bool) -> None:
    colour = palette.SEAT[seat.seat] if over else palette.EDGE
    canvas.frame(board, colour, palette.DEEP[seat.seat] if over else palette.GROUND, seat.seat, width=3 if over else 2)
    outer = Rect(0, 0, canvas.px(COIL_MM[0] * PER_MM), canvas.px(COIL_MM[1] * PER_MM))
    outer.center = board.center
    for turn in range(TURNS):
        pygame.draw.rect(
            canvas.surface,
            palette.blend(palette.GROUND, colour, 0.75 if seat.plugged else 0.3),
            outer.inflate(-canvas.px(7 * turn), -canvas.px(7 * turn)),
            canvas.px(1.5),
            canvas.px(8),
        )
    if bare:
        words = text("bench.reader") if seat.plugged else text("bench.reader.unplugged")
        box = Rect(board.x + canvas.px(8), board.y + canvas.px(3), board.width - canvas.px(16), canvas.px(20))
        canvas.text(words, box, 15, palette.QUIET if seat.plugged else palette.ALERT)


def _draw_coupling(canvas: BenchCanvas, rect: Rect, card: BenchCard) -> None:
    """Draw the coupling of a card that does not lie in the middle."""
    if card.coupling >= WHOLE:
        return
    colour = palette.GOOD if card.coupling >= WEAK else palette.ALERT
    box = Rect(rect.right - canvas.px(38), rect.bottom - canvas.px(17), canvas.px(34), canvas.px(15))
    canvas.plate(box, palette.GROUND, radius=4)
    words = text("bench.coupling.none") if card.coupling < LOST else f"{card.coupling:.0%}"
    canvas.text(words, box.inflate(-canvas.px(4), 0), 12, colour, align="centre")


SIGNS: Mapping[Button, str] = {Button.PREVIOUS: "sign.left", Button.CONFIRM: "sign.done", Button.NEXT: "sign.right"}
"""The signs of the buttons, as the hints of the table's screen show them."""
BUTTON_NAME = 12.5
"""The size of type of a button's name. A button that is too narrow for it shows only its sign."""
HOLD_BAR = 4
"""The height of the bar above a button that is held, in units."""
LAMP = 15
"""The radius of the lamp in units."""


def draw_panel(canvas: BenchCanvas, area: Rect, seat: BenchSeat) -> None:
    canvas.plate(area, palette.GROUND, seat.seat, radius=8)
    _draw_lamp(canvas, (area.centerx, area.y + canvas.px(LAMP + 6)), seat.lamp)
    gap, top = canvas.px(2), area.y + canvas.px(2 * LAMP + 12)
    width = (area.width - 4 * gap) // 3
    for index, button in enumerate((Button.PREVIOUS, Button.CONFIRM, Button.NEXT)):
        rect = Rect(area.x + gap + index * (width + gap), top, width, area.bottom - gap - top)
        _draw_knob(canvas, rect, seat, button)
        canvas.mark(rect, PanelButton(seat.seat, button))


def _draw_lamp(canvas: BenchCanvas, centre: tuple[int, int], light: tuple[int, int, int]) -> None:
    """Draw a diffused LED: a body that is dark when it is off, and a halo as bright as it shines."""
    radius = canvas.px(LAMP)
    brightness = max(light) / 255
    pygame.draw.circle(canvas.surface, palette.blend(palette.GROUND, light, brightness * 0.45), centre, radius)
    pygame.draw.circle(canvas.surface, palette.EDGE, centre, round(radius * 0.72))
    body = palette.blend(palette.RAISED, light, 0.1 + 0.9 * brightness) if brightness else palette.RAISED
    pygame.draw.circle(canvas.surface, body, centre, round(radius * 0.62))


def _draw_knob(canvas: BenchCanvas, rect: Rect, seat: BenchSeat, button: Button) -> None:
    if down := button in seat.down:
        canvas.plate(rect, palette.SEAT[seat.seat], seat.seat, radius=8)
    else:
        canvas.frame(rect, palette.EDGE, palette.RAISED, seat.seat, radius=8)
    ink = palette.GROUND if down else palette.INK
    name, sign = Rect(rect.x, rect.centery, rect.width, rect.bottom - rect.centery - canvas.px(2)), Rect(rect)
    words, room = text(f"button.{button}"), name.inflate(-canvas.px(2), 0)
    if canvas.text_width(words, BUTTON_NAME) <= room.width:
        sign.height = rect.height // 2 + canvas.px(2)
        canvas.text(words, room, BUTTON_NAME, ink, align="centre")
    canvas.icon(SIGNS[button], sign.center, 16, ink)
    for held, share in seat.held:
        if held is button:
            bar = Rect(rect.x, rect.y - canvas.px(HOLD_BAR + 1), round(rect.width * share), canvas.px(HOLD_BAR))
            canvas.surface.fill(palette.INK, bar)


def draw_plugs(canvas: BenchCanvas, row: Rect, state: BenchState) -> None:
    plugs = [("table", state.power != "off", ActButton(PowerTable(state.power == "off")))]
    if state.plugged is not None:
        live = state.power != "off"
        plugs += [
            ("pico", state.powered and live, ActButton(DispenserFault(PICO[not state.powered]))),
            ("cable", state.plugged and state.powered and live, ActButton(DispenserFault(CABLE[not state.plugged]))),
        ]
    gap = canvas.px(4)
    width = (row.width + gap) // len(plugs) - gap
    for index, (name, inside, does) in enumerate(plugs):
        rect = Rect(row.x + index * (width + gap), row.y, width, row.height)
        canvas.plug(rect, f"bench.plug.{name}", inside, does)
