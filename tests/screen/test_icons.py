"""Every name of the vocabulary draws, sharp and apart from the others."""

from itertools import combinations

import pygame
import pytest

from table.games.infinity.rules.mission_view import FACTIONS as OF_INFINITY
from table.games.infinity.rules.model.order_tokens import ORDERS
from table.games.legion.data.factions import FACTIONS
from table.games.legion.rules.model.armies import Rank
from table.games.tide_of_iron.rules.battle_view import WITH_EMBLEM
from table.screen.drawing.icons import ICONS, UNKNOWN, icon_of
from table.screen.drawing.vectors import render
from tests.screen.scenes import every_scene

INK = (250, 240, 230)
RANKS, SEATS, EMBLEMS = (
    {name for name in ICONS if name.partition(".")[0] in rooms} for rooms in ({"rank"}, {"seat"}, {"faction", "nation"})
)


def covered(picture: pygame.Surface) -> set[tuple[int, int]]:
    width, height = picture.get_size()
    return {(x, y) for x in range(width) for y in range(height) if picture.get_at((x, y))[3] > 127}


@pytest.mark.parametrize("name", sorted(set(ICONS) - {"die.blank"}))
def test_an_icon_draws_inside_its_square(name: str) -> None:
    picture = render(ICONS[name], 24, INK)
    assert picture.get_size() == (24, 24)
    assert 0.08 < len(covered(picture)) / 24**2 < 0.95


def test_a_blank_face_is_blank() -> None:
    assert covered(render(ICONS["die.blank"], 24, INK)) == set()


def test_every_rank_has_its_icon() -> None:
    assert {icon_of(rank) for rank in Rank} == RANKS
    assert icon_of("advantage") == "token.advantage"


def test_every_heap_of_order_tokens_has_the_icon_of_its_kind() -> None:
    assert {icon_of(kind) for kind in ORDERS} == {
        "token.regular", "order.irregular", "order.tactical", "order.lieutenant",
    }  # fmt: skip
    assert icon_of("unheard_of_7") == "unheard_of_7"


TOGETHER = {
    "ranks": RANKS,
    "seats": SEATS,
    "emblems": EMBLEMS,
    "beside a name": {"counter.hand", "counter.discard", "token.advantage", "token.command", "token.initiative"}
    | {"counter.victory", "counter.lost", "token.speedball"},
    "a turn's answers": {*RANKS, "sign.draw", "counter.pass", "token.advantage", "sign.pool"},
    "orders": {"token.order", "order.irregular", "order.tactical", "order.lieutenant", "counter.units"},
    "badges": {"sign.lock", "sign.link", "sign.up", "sign.card", "badge.commander", "sign.refused"},
}
"""What stands beside each other on one picture."""


@pytest.mark.parametrize("family", TOGETHER.values(), ids=TOGETHER)
def test_icons_that_stand_together_are_distinguished_by_shape_alone(family: set[str]) -> None:
    shapes = {name: covered(render(ICONS[name], 24, INK)) for name in family}
    for a, b in combinations(shapes, 2):
        assert len(shapes[a] ^ shapes[b]) > 0.15 * len(shapes[a] | shapes[b]), (a, b)


@pytest.mark.parametrize(
    "name",
    [
        *(f"faction.{each}" for each in (*FACTIONS, *OF_INFINITY.values())),
        *(f"nation.{each}" for each in sorted(WITH_EMBLEM)),
    ],
)
def test_each_faction_and_nation_of_the_games_has_an_emblem(name: str) -> None:
    assert name in EMBLEMS


def test_an_edge_is_smooth_at_any_size() -> None:
    picture = render(ICONS["rank.commander"], 30, INK)
    alphas = {picture.get_at((x, y))[3] for x in range(30) for y in range(30)}
    assert len(alphas) > 8


@pytest.mark.slow
def test_a_name_that_nobody_drew_leaves_a_mark_and_the_scenes_have_none() -> None:
    assert covered(render(UNKNOWN, 24, INK))
    names = set()
    for scene in every_scene().values():
        view = scene.view
        for seat in view.seats if view else ():
            names |= {seat.emblem} - {""}
            names |= {piece.icon for piece in seat.pieces} | {counter.icon for counter in seat.counters}
            names |= {icon for pool in seat.pools for icon, _ in pool.counts}
    assert names
    assert names <= set(ICONS)
