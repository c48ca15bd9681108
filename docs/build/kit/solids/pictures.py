"""Line drawings of each step in which the parts are put together (SVG; hidden lines are left out)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from build123d import Compound, ExportSVG, Part, Pos

from sim_hardware.dispenser.kit import USUAL, HopperMeasures, measures, token
from solids import boxes, chute, hopper
from solids.box_measures import board_case, panel, reader_tray
from solids.places import on_ramp, places, sides
from solids.shapes import block, profile, round_bar

WIDE = 520.0
"""The width of a picture, in the SVG's units."""
LINE = 0.9
FROM_ABOVE = (-250.0, -380.0, 300.0)
FROM_BELOW = (300.0, -380.0, -200.0)
FROM_THE_COVER = (260.0, 420.0, 120.0)
CARD = 0.6


@dataclass(frozen=True, slots=True)
class Picture:
    """Parts in their places, those that are yet to be put there a little apart, and where they are looked at from."""

    name: str
    parts: tuple[Part, ...]
    eye: tuple[float, float, float] = FROM_ABOVE


def pictures() -> Iterator[Picture]:
    yield _reader()
    yield _panel()
    yield _case("pi")
    yield _case("pico")
    yield from _hopper(measures(token(USUAL)))


def _reader() -> Picture:
    m = reader_tray()
    x, y = m.board[0] / 2, m.board[1] / 2
    board = block((-x, x), (-y, y), (0, m.board_thickness))
    wide, long = m.sleeve[0] / 2, m.sleeve[1] / 2
    card = block((-wide, wide), (-long, long), (0, CARD))
    lid = Pos(0, 0, m.depth + 45) * boxes.tray_lid(m)
    return Picture("reader", (boxes.tray(m), Pos(0, 0, m.depth + 15) * board, lid, Pos(0, 0, m.depth + 75) * card))


def _panel() -> Picture:
    m = panel()
    buttons = [Pos(at, 0, m.height + 60) * _button(m.button_hole) for at in m.buttons]
    lamp = Pos(m.lamp, 0, m.height + 60) * round_bar((0, 0), m.lamp_hole / 2, -8, 3)
    return Picture("panel", (boxes.panel_box(m), Pos(0, 0, m.height + 25) * boxes.panel_top(m), *buttons, lamp))


def _button(hole: float) -> Part:
    return (
        round_bar((0, 0), hole / 2 - 0.2, -18, 0) + round_bar((0, 0), hole / 2 + 1.5, 0, 2) + round_bar((0, 0), 5, 2, 5)
    )


def _case(name: str) -> Picture:
    m = board_case(name)
    x, y = m.board[0] / 2, m.board[1] / 2
    board = block((-x, x), (-y, y), (0, 1.6))
    lid = Pos(0, 0, m.floor + m.height + 20) * boxes.case_lid(m)
    return Picture(name, (boxes.case(m), Pos(0, 0, m.floor + m.post + 10) * board, lid))


def _hopper(m: HopperMeasures) -> Iterator[Picture]:
    at = places(m)
    base, disc, bowl, mount = hopper.base(m, at), hopper.disc(m), hopper.bowl(m, at), hopper.mount(m, at)
    slide, cover = chute.chute(m, at), chute.cover(m, at)
    legs = [hopper.leg(m, each) for each in at.corners]
    low = -m.bowl.floor - m.motor.plate
    gear = block((-16.0, 16.0), (-34.0, 12.0), (low - 26, low))
    shaft = round_bar((0, 0), m.motor.shaft / 2, low, 8.0)
    yield Picture("hopper-mount", (base, Pos(0, 0, -25) * mount, Pos(0, 0, -55) * gear, Pos(0, 0, -55) * shaft))
    yield Picture("hopper-chute", (base, mount, gear, Pos(0, 0, -30) * slide), FROM_BELOW)
    yield Picture("hopper-barrier", (slide, Pos(0, 25, 0) * cover, Pos(0, 55, 0) * _barrier(m)), FROM_THE_COVER)
    yield Picture("hopper-disc", (base, shaft, Pos(0, 0, 25) * disc, Pos(0, 0, 60) * bowl))
    yield Picture("hopper", (base, mount, gear, slide, cover, bowl, disc, _barrier(m), *legs), FROM_THE_COVER)


def _barrier(m: HopperMeasures) -> Part:
    """Return a slotted light barrier in its seat: two prongs, and the bar with the ears."""
    top = sides(m)[3] + m.chute.wall
    along, aside = m.barrier.long / 2, m.barrier.wide / 2

    def across(near: float, far: float) -> tuple[tuple[float, float], ...]:
        places_on = ((-along, near), (along, near), (along, far), (-along, far))
        return tuple(on_ramp(m, m.beam_at + s, m.gap / 2 + n) for s, n in places_on)

    prongs = [profile(across(*each), top - m.barrier.deep, top) for each in ((-aside, -1.6), (1.6, aside))]
    reach = m.barrier.ears / 2 + 2.75
    return profile(across(-reach, reach), top, top + 3.0) + prongs[0] + prongs[1]


def draw(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in pictures():
        _draw(each.parts, each.eye, folder / f"{each.name}.svg")


def _draw(parts: Sequence[Part], eye: tuple[float, float, float], path: Path) -> None:
    whole = Compound(children=list(parts))
    middle = whole.bounding_box().center()
    seen_from = (middle.X + eye[0], middle.Y + eye[1], middle.Z + eye[2])
    lines, _ = whole.project_to_viewport(seen_from, viewport_up=(0, 0, 1), look_at=middle)
    size = Compound(children=lines).bounding_box().size
    picture = ExportSVG(scale=WIDE / max(size.X, size.Y), margin=10, line_weight=LINE)
    picture.add_shape(lines)
    picture.write(str(path))
