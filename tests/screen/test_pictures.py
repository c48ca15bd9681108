"""The pictures in the documents are what the screen draws now. `make pictures` makes them again."""

import math

import pygame
import pytest

from table.words import Words
from tests.emulation.window.photo import photo
from tests.screen.pictures import FOLDER, WINDOW, drawn

BLOCK = 10
WHOLE, PART = 4.0, 45.0
"""Of 255: how far a picture may be off in all, and a block of it. Other versions of SDL set letters otherwise."""


def off(a: pygame.Surface, b: pygame.Surface) -> tuple[float, float]:
    """The mean difference, and that of the block which differs most."""
    mine, theirs = pygame.image.tostring(a, "RGB"), pygame.image.tostring(b, "RGB")
    if mine == theirs:
        return 0.0, 0.0
    blend = pygame.image.fromstring(bytes(abs(x - y) for x, y in zip(mine, theirs, strict=True)), a.get_size(), "RGB")
    size = (a.get_width() // BLOCK, a.get_height() // BLOCK)
    blocks = pygame.image.tostring(pygame.transform.smoothscale(blend, size), "RGB")
    return math.fsum(blocks) / len(blocks), max(blocks)


@pytest.mark.campaign
def test_the_documents_show_what_is_drawn(tongues: dict[str, Words]) -> None:
    wrong, names = [], set()
    for name, picture in drawn(tongues):
        names.add(name)
        kept = FOLDER / f"{name}.png"
        if not kept.exists():
            wrong.append((name, "missing"))
            continue
        whole, part = off(picture, pygame.image.load(str(kept)))
        if whole > WHOLE or part > PART:
            wrong.append((name, f"off by {whole:.1f}, at most {part:.0f}"))
    assert wrong == [], "run `make pictures` and look at them"
    assert {file.stem for file in FOLDER.glob("*.png")} == names | {WINDOW.stem}


@pytest.mark.slow
def test_the_readmes_window_is_that_of_today(tongues: dict[str, Words], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    kept, now = pygame.image.load(str(WINDOW)), photo(tongues["en"])
    assert kept.get_size() == now.get_size()
    whole, part = off(now, kept)
    assert (whole <= WHOLE, part <= PART) == (True, True), "run `make pictures`, and look at window.png"
    hands = now.copy()
    hands.fill((26, 33, 43), pygame.Rect(985, 100, 270, 40))
    assert off(hands, kept)[1] > PART, "a row of the bench that is missing is noticed"


def test_a_word_that_changed_is_noticed() -> None:
    picture = pygame.image.load(str(FOLDER / "sealing.png"))
    changed = picture.copy()
    changed.fill((26, 33, 43), pygame.Rect(20, 60, 60, 12))
    assert off(picture, changed)[1] > PART
    assert off(picture, picture) == (0, 0)


@pytest.mark.parametrize("page", ["screen.md"])
def test_every_picture_stands_in_the_page(page: str) -> None:
    shown = (FOLDER.parent / page).read_text("utf-8")
    drawn_for_it = [file.name for file in FOLDER.glob("*.png") if file != WINDOW]
    assert [name for name in drawn_for_it if f"pictures/{name}" not in shown] == []
