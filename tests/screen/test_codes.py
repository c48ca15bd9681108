"""The codes by which players check the table, as they stand on the screen."""

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect
from segno import make_qr

from table.records.verify.file import read
from table.rules.seats import RED
from table.rules.shown_codes import grouped, letters_of
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.qr import QUIET, draw_qr
from table.screen.drawing.typefaces import LARGE, NORMAL, TypeScale
from table.screen.painter import Painter
from table.screen.parts import codes, match_end
from table.screen.touch import Recalled
from table.view.published import Published
from table.words import Words
from tests.records.verify.played import file_of, skirmish
from tests.screen import scenes

WIDE, TALL = (800, 480), (480, 800)


def words_of(painter: Painter, published: Published, size: tuple[int, int], *recalled: str) -> str:
    surface = pygame.Surface(size)
    painter.draw(surface, published, 0.0)
    if recalled:
        painter.recall(recalled, 1.0)
        painter.draw(surface, published, 1.1)
    return " ".join(placed.words for placed in painter.placed)


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_whole_commitment_stands_there_until_both_have_dialled(painter: Painter, size: tuple[int, int]) -> None:
    dialling = replace(scenes.sealing(), dialling=True)
    assert grouped(dialling.commitment) in words_of(painter, dialling, size)
    assert grouped(dialling.commitment) not in words_of(painter, replace(dialling, dialling=False), size)


@pytest.mark.parametrize("size", [WIDE, (1280, 720), TALL])
def test_the_place_that_shows_the_last_reveal_again_covers_nothing_of_it(
    painter: Painter, size: tuple[int, int]
) -> None:
    """Legion's numbers come after a reveal: before the first roll or draw (TB-07)."""
    dialling = replace(scenes.orders(), dialling=True)
    assert grouped(dialling.commitment) in words_of(painter, dialling, size)
    again = painter.place_of(Recalled("turn"))
    assert again is not None
    assert [placed.words for placed in painter.placed if placed.ink.colliderect(again)] == []


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_a_key_shows_the_commitment_and_the_seals_of_both_cards(painter: Painter, size: tuple[int, int]) -> None:
    revealed = replace(scenes.orders(), locked="5e" * 32)
    stated = words_of(painter, revealed, size, "codes")
    assert grouped(revealed.commitment) in stated
    assert grouped(revealed.locked) in stated


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_what_they_are_for_is_shown_whole(tongues: dict[str, Words], language: str, size: tuple[int, int]) -> None:
    painter = Painter(tongues[language])
    words_of(painter, replace(scenes.orders(), locked="5e" * 32), size, "codes")
    stated = [placed for placed in painter.placed if "verify" in placed.words]
    assert stated
    assert all(placed.whole for placed in stated)


def test_a_touch_on_the_short_code_shows_them_too(painter: Painter) -> None:
    painter.draw(pygame.Surface(WIDE), scenes.orders(), 0.0)
    assert painter.place_of(Recalled("codes")) is not None


@pytest.fixture
def squares(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The contents of the QR codes that were drawn."""
    drawn: list[str] = []

    def draw(surface: pygame.Surface, box: Rect, code: str) -> Rect:
        drawn.append(code)
        return draw_qr(surface, box, code)

    for module in (codes, match_end):
        monkeypatch.setattr(module, "draw_qr", draw)
    return drawn


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_each_code_in_letters_is_there_as_a_square_too(
    painter: Painter, size: tuple[int, int], squares: list[str]
) -> None:
    dialling = replace(scenes.sealing(), dialling=True)
    words_of(painter, dialling, size)
    assert squares == [letters_of(dialling.commitment)]


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_squares_behind_the_key_are_those_of_chance_and_cards(
    painter: Painter, size: tuple[int, int], squares: list[str]
) -> None:
    revealed = replace(scenes.orders(), locked="5e" * 32)
    words_of(painter, revealed, size, "codes")
    assert set(squares) == {letters_of(revealed.commitment), letters_of(revealed.locked)}


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_end_of_a_match_shows_the_code_of_its_file(
    painter: Painter, size: tuple[int, int], squares: list[str]
) -> None:
    closed = replace(scenes.over(), chain="e4" * 32, locked="5e" * 32)
    assert grouped(closed.chain) in words_of(painter, closed, size)
    assert squares == [letters_of(closed.chain)]
    behind_the_key = words_of(painter, closed, size, "codes")
    assert grouped(closed.chain) in behind_the_key
    assert grouped(closed.commitment) in behind_the_key
    assert grouped(closed.locked) not in behind_the_key, "the file's end holds all that was before it"


@pytest.mark.parametrize("pixels", [31, 64, 200])
def test_the_square_is_the_code_dark_on_light_with_a_quiet_edge(pixels: int) -> None:
    code = letters_of("c0ffee" * 11)
    surface = pygame.Surface((pixels, pixels))
    place = draw_qr(surface, Rect(0, 0, pixels, pixels), code)
    modules = [bytes(row) for row in make_qr(code, error="m").matrix]
    px = place.width // (len(modules) + 2 * QUIET)
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            x, y = place.x + (QUIET + column) * px, place.y + (QUIET + row) * px
            assert tuple(surface.get_at((x, y)))[:3] == (palette.GROUND if dark else palette.PAPER)
    assert all(tuple(surface.get_at((place.x + at, place.y)))[:3] == palette.PAPER for at in range(place.width))


def test_the_code_of_the_locked_cards_is_a_link_of_the_matchs_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    """It holds both seals, and is there before a card is turned over."""
    folder = tmp_path_factory.mktemp("match")
    table = skirmish(folder)
    locked = table.now.locked
    table.session.close()
    file = read(file_of(folder))
    at = file.links.index(locked)
    opened = b"".join(bytes(event) for event in file.batches[at + 1].events)
    assert opened.count(b'"type":"SealOpened"') == 2, "both cards are turned over right after it"


@pytest.mark.parametrize("size", [WIDE, (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("type_scale", [NORMAL, LARGE], ids=["usual", "large"])
def test_the_commitment_covers_nobodys_name_in_the_centre(
    words: Words, size: tuple[int, int], type_scale: TypeScale
) -> None:
    """It is shown before the first roll, when a seat may be first already, and cards may have been turned."""
    scene = scenes.every_scene()["match_numbers"]
    assert scene.view is not None
    first = replace(scene.view, first=RED, first_called=text("screen.first"), reveals=1)
    painter = Painter(words, type_scale=type_scale)
    painter.draw(pygame.Surface(size), replace(scene, view=first), 0.0)
    code = painter.place_of(Recalled("codes"))
    (name,) = (one for one in painter.placed if one.words == words.say(text("screen.first")))
    assert code is not None
    assert not code.colliderect(name.ink)
