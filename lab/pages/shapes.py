"""Generate the shapes of the pages from those of the window: icons, colours and type (`make docs`).

The sources are the window's own: `icons.json` (drawings), `die.py` (dice), `palette.py` (colours), `fonts` (type). The
pages get `shapes.svg` (a symbol for each icon, a group for each face of a die) and `shapes.css` (custom properties, and
the typefaces as WOFF2 by `make fonts`).
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

from table.rules.seats import BLUE, RED
from table.screen.drawing import palette
from table.screen.drawing.d20 import SIDES as D20_SIDES
from table.screen.drawing.d20 import d20_body, d20_numbers
from table.screen.drawing.die import DICE, PLAIN, die_shapes
from table.screen.drawing.icons import ICONS, UNKNOWN
from table.screen.drawing.painted import Painted
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import FACES
from table.screen.drawing.vectors import FIELD, Disc, Drawing, Shape

SVG_FILE, CSS_FILE = "shapes.svg", "shapes.css"
UNKNOWN_NAME = "unknown"
PLAIN_NAME = "plain"
"""The name of the die whose faces have no drawing."""
EDGE = 0.15
"""The width of the thin edges of a die."""
DARK: MappingProxyType[str, Colour] = MappingProxyType(
    {
        "ground": palette.GROUND, "panel": palette.PANEL, "raised": palette.RAISED, "edge": palette.EDGE,
        "ink": palette.INK, "quiet": palette.QUIET, "card": palette.PAPER, "print": palette.PRINT,
        "alert": palette.ALERT, "good": palette.GOOD,
        "blue": palette.SEAT[BLUE], "red": palette.SEAT[RED],
        "blue-deep": palette.DEEP[BLUE], "red-deep": palette.DEEP[RED],
        "blue-back": palette.DEEP[BLUE], "red-back": palette.DEEP[RED],
    }
)  # fmt: skip
"""The colours of the window, by their names on the pages."""
LIGHT: MappingProxyType[str, Colour] = MappingProxyType(
    {
        "ground": (238, 236, 229), "panel": (252, 251, 248), "raised": (229, 226, 216), "edge": (137, 141, 150),
        "ink": (23, 27, 34), "quiet": (70, 77, 89), "alert": (122, 74, 0), "good": (18, 105, 70),
        "blue": (16, 76, 168), "red": (163, 38, 18),
        "blue-deep": (214, 229, 247), "red-deep": (250, 222, 214),
    }
)  # fmt: skip
"""The colours that differ for a reader who prefers light pages. Cards and their backs stay as they are."""
WEIGHTS = MappingProxyType({False: 500, True: 700})
"""The CSS weight of each typeface."""


def sprite() -> str:
    """Return the SVG file: a symbol for each icon, in the colour of the text around it."""
    drawings = {**ICONS, UNKNOWN_NAME: UNKNOWN}
    symbols = (line for name in sorted(drawings) for line in _symbol(name, drawings[name]))
    head = '<svg xmlns="http://www.w3.org/2000/svg" class="shapes" width="0" height="0" aria-hidden="true">'
    return "\n".join([head, *symbols, "<defs>", *_dice(), "</defs>", "</svg>", ""])


def _dice() -> Iterator[str]:
    """Yield a group for each face of each die, at rest. The body of the die with twenty sides is drawn once."""
    ground, sign = PLAIN
    yield _group("d20", d20_body(1, ground))
    for number in range(1, D20_SIDES + 1):
        yield _group(f"d20.{number}", d20_numbers(number, 1, ground, sign), '<use href="#dice.d20"/>')
    for name, die in DICE.items():
        for face in sorted(set(die.faces)):
            yield _group(f"{name}.{face}", die_shapes(name, face))
    yield _group(PLAIN_NAME, die_shapes("", "blank"))


def _group(name: str, shapes: Iterable[Painted], before: str = "") -> str:
    return f'<g id="dice.{name}">{before}{"".join(map(_painted, shapes))}</g>'


def _painted(shape: Painted) -> str:
    half = FIELD / 2
    path = "M" + "L".join(f"{_short(half + half * x)} {_short(half + half * y)}" for x, y in shape.points)
    colour = f"#{bytes(shape.colour).hex()}"
    if shape.width:
        line = f'stroke="{colour}" stroke-width="{_short(shape.width * half)}"'
        return f'<path fill="none" {line} stroke-linecap="round" stroke-linejoin="round" d="{path}"/>'
    edge = "" if shape.edge is None else f' stroke="#{bytes(shape.edge).hex()}" stroke-width="{EDGE}"'
    return f'<path fill="{colour}"{edge} d="{path}Z"/>'


def _symbol(name: str, drawing: Drawing) -> Iterator[str]:
    view = f'viewBox="0 0 {FIELD} {FIELD}"'
    if not any(shape.cut for shape in drawing):
        yield f'<symbol id="{name}" {view}>{"".join(_drawn(shape, "currentColor") for shape in drawing)}</symbol>'
        return
    # Shapes that are cut out are black in a mask, in the order in which the window draws them.
    masked = "".join(_drawn(shape, "#000" if shape.cut else "#fff") for shape in drawing)
    field = f'x="0" y="0" width="{FIELD}" height="{FIELD}"'
    mask = f'<mask id="{name}.mask" maskUnits="userSpaceOnUse" {field}>{masked}</mask>'
    yield f'<symbol id="{name}" {view}>{mask}<rect {field} fill="currentColor" mask="url(#{name}.mask)"/></symbol>'


def _drawn(shape: Shape | Disc, colour: str) -> str:
    fill, stroke = f'fill="{colour}"', f'fill="none" stroke="{colour}" stroke-width="{_short(shape.width)}"'
    if isinstance(shape, Disc):
        radius = shape.radius - shape.width / 2
        where = f'cx="{_short(shape.centre[0])}" cy="{_short(shape.centre[1])}" r="{_short(radius)}"'
        return f"<circle {where} {stroke if shape.width else fill}/>"
    path = "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in shape.points)
    if not shape.width:
        return f'<path {fill} d="{path}Z"/>'
    return f'<path {stroke} stroke-linecap="round" stroke-linejoin="round" d="{path}"/>'


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def style() -> str:
    """Return the CSS file: the colours of both looks, and the typefaces."""
    dark, light = _properties(DARK), _properties(LIGHT)
    faces = (
        f"@font-face {{ font-family: Table; font-weight: {WEIGHTS[bold]}; font-display: swap; "
        f'src: url("fonts/{face.with_suffix(".woff2").name}") format("woff2"); }} /* {_digest(face)} */'
        for bold, face in FACES.items()
    )
    return "\n".join(
        [
            "/* Made by `make docs` from the window's own colours and type. */",
            *faces,
            f":root {{ color-scheme: dark; {dark} }}",
            "@media (prefers-color-scheme: light) {",
            f'  :root:not([data-look="dark"], [data-look="plain"]) {{ color-scheme: light; {light} }}',
            "}",
            f':root[data-look="light"] {{ color-scheme: light; {light} }}',
            "",
        ]
    )


def _properties(colours: MappingProxyType[str, Colour]) -> str:
    return " ".join(f"--{name}: #{bytes(colour).hex()};" for name, colour in colours.items())


def _digest(face: Path) -> str:
    """Return the hash of a typeface, by which a test sees that the WOFF2 file was made from it."""
    return f"SHA-256 of {face.name}: {hashlib.sha256(face.read_bytes()).hexdigest()}"
