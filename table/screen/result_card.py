"""The result card of a match: a picture to keep and to show. It needs no window."""

from io import BytesIO

import pygame
from pygame import Rect

from table.rules.text import text
from table.rules.view import View
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD, Fonts
from table.screen.parts.match_end import CHAIN, NOBODY, Names, draw_chain, draw_result
from table.view.published import PublishedScore
from table.words import Words

SIZE = (1000, 600)
MARGIN, TITLE, LINE = 28, 52, 34


def result_card(words: Words, view: View, score: PublishedScore, chain: str, players: Names = NOBODY) -> bytes:
    """Return the card as a PNG. `chain` is the last link of the match file's chain. Main thread only."""
    surface = pygame.Surface(SIZE)
    surface.fill(palette.GROUND)
    canvas = Canvas(words, Fonts())
    canvas.begin(surface, 1.0)
    box = surface.get_rect().inflate(-2 * MARGIN, -2 * MARGIN)
    game = Rect(box.x, box.y, box.width, LINE)
    canvas.text(text(f"system.{view.system}"), game, BODY, palette.QUIET)
    rounds = text("screen.round_of", round=view.round, rounds=view.rounds)
    canvas.text(rounds, game, BODY, palette.QUIET, align="right")
    canvas.text(view.headline, Rect(box.x, game.bottom, box.width, TITLE), LEAD, bold=True)
    top, foot = game.bottom + TITLE, CHAIN if chain else 0
    draw_result(canvas, Rect(box.x, top, box.width, box.bottom - foot - top), view, score, players)
    if chain:
        draw_chain(canvas, Rect(box.x, box.bottom - foot, box.width, foot), chain)
    out = BytesIO()
    pygame.image.save(surface, out, "card.png")
    return out.getvalue()
