"""The pictures of the documents: `make pictures` draws them again, and a test compares them with what is drawn now.

They are drawn at 800x480 (480x800 where the name states `portrait`) and halved, so that fifty of them stay small.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pygame
from msgspec.structs import replace

from table.rules.seats import RED
from table.rules.text import text
from table.rules.view import Rolled
from table.screen.drawing.typefaces import LARGE
from table.screen.motion import ROLL_REST_S, ROLL_S, TURN_S
from table.screen.painter import Painter
from table.view.published import Published
from table.words import Words
from tests.emulation.window.photo import photo
from tests.screen import scenes

FOLDER = Path(__file__).parents[2] / "docs" / "play" / "pictures"
WINDOW = FOLDER / "window.png"
"""Of the README: the window with the bench, as large as it is."""
WIDE, TALL = (800, 480), (480, 800)
PORTRAIT = ("sealing", "fault_and_by_hand", "orders", "rolled", "tide_spend", "infinity_orders")
LARGE_TYPE = ("orders", "sealing")
OTHER_LANGUAGES = ("sealing", "fault_and_by_hand", "activation", "jam", "infinity_orders", "tide_control")


def drawn(tongues: dict[str, Words]) -> Iterator[tuple[str, pygame.Surface]]:
    """(name, picture), every one."""
    for name, scene in scenes.every_scene().items():
        yield name, still(Painter(tongues["en"]), scene, WIDE)
        if name in PORTRAIT:
            yield f"{name}.portrait", still(Painter(tongues["en"]), scene, TALL)
        if name in LARGE_TYPE:
            yield f"{name}.large", still(Painter(tongues["en"], type_scale=LARGE), scene, WIDE)
        for language in sorted(set(tongues) - {"en"}) if name in OTHER_LANGUAGES else ():
            yield f"{name}.{language}", still(Painter(tongues[language]), scene, WIDE)
    yield "turned", still(Painter(tongues["en"], turned=frozenset({RED})), scenes.orders(), WIDE)
    yield from _moving(tongues["en"])


def _moving(words: Words) -> Iterator[tuple[str, pygame.Surface]]:
    rolled = scenes.rolled()
    for name, before, now, at_s in (
        ("reveal.turning", scenes.sealing(), scenes.reveal(), TURN_S * 0.3),
        ("reveal.open", scenes.sealing(), scenes.reveal(), TURN_S + 0.1),
        ("die.rolling", scenes.tie(), rolled, ROLL_S * 0.45),
        ("die.resting", scenes.tie(), rolled, ROLL_S + ROLL_REST_S / 2),
        ("die.d20", scenes.tie(), _d20(rolled), ROLL_S + ROLL_REST_S / 2),
    ):
        yield name, _event(Painter(words), before, now, at_s)
    yield "help", _help(Painter(words), scenes.sealing())
    opposite = Painter(words, turned=frozenset({RED}))
    yield "die.turned", _event(opposite, scenes.tie(), rolled, ROLL_S + ROLL_REST_S / 2)


def _event(painter: Painter, before: Published, now: Published, at_s: float) -> pygame.Surface:
    surface = pygame.Surface(WIDE)
    painter.draw(surface, before, 0.0)
    painter.draw(surface, now, 1.0)
    painter.draw(surface, now, 1.0 + at_s)
    return halved(surface)


def _help(painter: Painter, now: Published) -> pygame.Surface:
    surface = pygame.Surface(WIDE)
    painter.draw(surface, now, 0.0)
    painter.recall(("help",), 1.0)
    painter.draw(surface, now, 1.0)
    return halved(surface)


def _d20(published: Published) -> Published:
    view = published.view
    if view is None:
        raise ValueError("nothing is rolled before a match")
    return replace(published, view=replace(view, rolled=Rolled("d20", "17", RED, 4), headline=text("screen.first")))


def still(painter: Painter, published: Published, size: tuple[int, int]) -> pygame.Surface:
    surface = pygame.Surface(size)
    painter.draw(surface, published, 0.0)
    return halved(surface)


def halved(surface: pygame.Surface) -> pygame.Surface:
    return pygame.transform.smoothscale(surface, (surface.get_width() // 2, surface.get_height() // 2))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        tongues = {language: scenes.spoken(language, Path(folder)) for language in ("en", "de", "es")}
        for name, picture in drawn(tongues):
            pygame.image.save(picture, str(FOLDER / f"{name}.png"))
        pygame.image.save(photo(tongues["en"]), str(WINDOW))
    sys.stdout.write(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/, and {WINDOW.name}\n")


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    main()
