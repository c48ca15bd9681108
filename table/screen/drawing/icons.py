"""The screen's own drawings, by name. Games use these names in their views; no drawing is a publisher's."""

import math

from table.screen.drawing.vectors import Drawing, Point, disc, line, polygon, star

RANKS: dict[str, Drawing] = {
    "rank.commander": (star(12, 12.6, 5, 11.4, 4.9),),
    "rank.operative": (
        disc(12, 12, 7.4, 2.2),
        line((12, 1.5), (12, 8)),
        line((12, 16), (12, 22.5)),
        line((1.5, 12), (8, 12)),
        line((16, 12), (22.5, 12)),
        disc(12, 12, 1.7),
    ),
    "rank.corps": (
        polygon((12, 2.5), (22, 10), (22, 15), (12, 7.6), (2, 15), (2, 10)),
        polygon((12, 10.6), (22, 18), (22, 23), (12, 15.6), (2, 23), (2, 18)),
    ),
    "rank.special": (polygon((14.6, 0.8), (4, 13.6), (10.8, 13.6), (8.4, 23.4), (20, 9.8), (13, 9.8)),),
    "rank.support": (
        line((2.5, 8.4), (21.5, 5), width=4),
        line((11, 7.5), (4, 22), width=2.6),
        line((11, 7.5), (18.5, 22), width=2.6),
        line((11, 7.5), (11, 18), width=2.6),
    ),
    "rank.heavy": (
        polygon((4.4, 11), (7.4, 6), (14.4, 6), (17, 11), (20, 11), (23, 15), (20, 20.4), (4, 20.4), (1, 15)),
        line((14, 8), (23, 6), width=2.2),
        disc(6.4, 16, 1.9, cut=True),
        disc(12, 16, 1.9, cut=True),
        disc(17.6, 16, 1.9, cut=True),
    ),
}

TOKENS: dict[str, Drawing] = {
    "token.advantage": (
        polygon((6, 1.6), (18, 1.6), (24, 12), (18, 22.4), (6, 22.4), (0, 12)),
        line((6.6, 6.6), (12, 12), (6.6, 17.4), width=3, cut=True),
        line((13, 6.6), (18.4, 12), (13, 17.4), width=3, cut=True),
    ),
    "token.command": (
        polygon((12, 1), (22, 5), (20, 17), (12, 23), (4, 17), (2, 5)),
        polygon((12, 5), (18, 7.4), (16.8, 15), (12, 18.6), (7.2, 15), (6, 7.4), cut=True),
        star(12, 11.8, 5, 4.8, 2),
    ),
    "token.order": (disc(12, 12, 11, 2.6), polygon((6, 13), (12, 6), (18, 13), (15, 13), (15, 18), (9, 18), (9, 13))),
    "token.regular": (disc(12, 12, 11, 2.6), polygon((6, 13), (12, 6), (18, 13), (15, 13), (15, 18), (9, 18), (9, 13))),
    "order.irregular": (disc(12, 12, 11, 2.6), line((7, 15), (10, 9), (14, 15), (17, 9), width=2.6)),
    "order.tactical": (disc(12, 12, 11, 2.6), disc(12, 12, 4.6, 2), line((12, 4), (12, 20)), line((4, 12), (20, 12))),
    "order.lieutenant": (disc(12, 12, 11.4), star(12, 12.4, 5, 8.4, 3.6, cut=True)),
    "token.speedball": (disc(12, 12, 11, 2.6), line((8, 7), (16, 12), (8, 17), width=3)),
    "token.initiative": (polygon((6, 1), (21, 7), (9, 13), (9, 23), (6, 23)),),
}

DICE: dict[str, Drawing] = {
    "die.block": (polygon((12, 2), (21, 5), (20, 14.6), (12, 22), (4, 14.6), (3, 5)),),
    "die.surge": (
        line((3, 17.4), (8.4, 9), (13.2, 15.4), (20, 6), width=3.4),
        polygon((22.6, 2.4), (21.6, 10.4), (14.8, 5.6)),
    ),
    "die.blank": (),
}

CUP: Drawing = (
    polygon(
        (5, 2),
        (19, 2),
        (19, 6),
        (15.5, 13),
        (13.4, 14.4),
        (13.4, 18.4),
        (17.6, 20),
        (17.6, 23),
        (6.4, 23),
        (6.4, 20),
        (10.6, 18.4),
        (10.6, 14.4),
        (8.5, 13),
        (5, 6),
    ),
    line((5, 4), (2, 4), (3, 9), (7, 10), width=1.6),
    line((19, 4), (22, 4), (21, 9), (17, 10), width=1.6),
)

COUNTERS: dict[str, Drawing] = {
    "counter.hand": (
        polygon((2, 7), (9, 4.4), (13, 18), (6, 20.6)),
        polygon((10.6, 4), (18, 4), (18, 19), (15, 19)),
        polygon((19.4, 5.4), (23, 7), (19.4, 17)),
    ),
    "counter.discard": (
        polygon((4, 2), (20, 2), (20, 22), (4, 22)),
        line((8, 8), (16, 16), width=2.6, cut=True),
        line((16, 8), (8, 16), width=2.6, cut=True),
    ),
    "counter.pass": (
        polygon((2, 4), (11, 12), (2, 20)),
        polygon((11, 4), (20, 12), (11, 20)),
        line((21.6, 5.2), (21.6, 18.8), width=2.6),
    ),
    "counter.round": (disc(12, 12, 11, 2.6), line((12, 5.4), (12, 12.6), (17, 15.4), width=2.6)),
    "counter.victory": CUP,
    "counter.units": (disc(12, 6.6, 4.6), polygon((3.4, 22), (5, 14.6), (9, 12.4), (15, 12.4), (19, 14.6), (20.6, 22))),
    "counter.lost": (
        disc(12, 10, 8.6),
        polygon((7.6, 15), (16.4, 15), (16.4, 22.6), (7.6, 22.6)),
        disc(8.6, 10.4, 2.3, cut=True),
        disc(15.4, 10.4, 2.3, cut=True),
        line((12, 18), (12, 23), width=1.4, cut=True),
    ),
}

SIGNS: dict[str, Drawing] = {
    "sign.lock": (
        disc(12, 9, 6.4, 2.7),
        polygon((3.4, 10.4), (20.6, 10.4), (20.6, 22.4), (3.4, 22.4)),
        disc(12, 15, 2.1, cut=True),
        line((12, 15), (12, 19), width=1.9, cut=True),
    ),
    "sign.card": (
        polygon((5, 1.4), (19, 1.4), (19, 22.6), (5, 22.6)),
        polygon((7, 3.4), (17, 3.4), (17, 20.6), (7, 20.6), cut=True),
        polygon((12, 6), (15.6, 12), (12, 18), (8.4, 12)),
    ),
    "sign.phone": (
        polygon((6, 1), (18, 1), (18, 23), (6, 23)),
        polygon((8, 4), (16, 4), (16, 18), (8, 18), cut=True),
        disc(12, 20.6, 1.3, cut=True),
    ),
    "sign.fault": (
        polygon((12, 1), (23.4, 22), (0.6, 22)),
        line((12, 8.4), (12, 14.4), width=2.6, cut=True),
        disc(12, 18.4, 1.6, cut=True),
    ),
    "sign.refused": (disc(12, 12, 11, 2.8), line((5, 5), (19, 19), width=2.8)),
    "sign.hopper": (polygon((1.6, 3), (22.4, 3), (15.4, 12.4), (15.4, 15), (8.6, 15), (8.6, 12.4)), disc(12, 20, 3.2)),
    "sign.take": (
        polygon((12, 15.4), (4.6, 8), (9, 8), (9, 1), (15, 1), (15, 8), (19.4, 8)),
        line((3, 16), (3, 21.6), (21, 21.6), (21, 16), width=2.8),
    ),
    "sign.giveback": (
        polygon((12, 1), (19.4, 8.4), (15, 8.4), (15, 15.4), (9, 15.4), (9, 8.4), (4.6, 8.4)),
        line((3, 16), (3, 21.6), (21, 21.6), (21, 16), width=2.8),
    ),
    "sign.done": (line((3.4, 12.6), (9.4, 18.8), (20.6, 5.4), width=3.6),),
    "sign.gone": (line((4.4, 4.4), (19.6, 19.6), width=3.6), line((19.6, 4.4), (4.4, 19.6), width=3.6)),
    "sign.yes": (disc(12, 12, 11), line((6.4, 12.6), (10.6, 16.8), (17.8, 7.8), width=2.8, cut=True)),
    "sign.no": (
        disc(12, 12, 11),
        line((7.6, 7.6), (16.4, 16.4), width=2.8, cut=True),
        line((16.4, 7.6), (7.6, 16.4), width=2.8, cut=True),
    ),
    "sign.left": (line((16, 4), (8, 12), (16, 20), width=3.4),),
    "sign.right": (line((8, 4), (16, 12), (8, 20), width=3.4),),
    "sign.again": (
        line((20, 12), (18.4, 17.4), (12, 20), (6, 18), (4, 12), (6, 6.4), (12, 4), (16.4, 5.4), width=2.8),
        polygon((14, 0.6), (21.6, 7.2), (12.4, 9.4)),
    ),
    "sign.up": (line((4, 16), (12, 8), (20, 16), width=3.4),),
    "sign.down": (line((4, 8), (12, 16), (20, 8), width=3.4),),
    "sign.undo": (
        line((7, 8), (16, 8), (20, 12), (20, 15), (16, 19), (8, 19), width=2.8),
        polygon((9, 1.6), (9, 14.4), (1.6, 8)),
    ),
    "sign.link": (
        line((9.6, 14.4), (14.4, 9.6)),
        line((8, 11), (4.4, 14.6), (4.4, 17), (7, 19.6), (9.4, 19.6), (13, 16)),
        line((16, 13), (19.6, 9.4), (19.6, 7), (17, 4.4), (14.6, 4.4), (11, 8)),
    ),
    "sign.pool": (
        polygon((8, 9), (16, 9), (21.6, 16), (20, 22.6), (4, 22.6), (2.4, 16)),
        line((7.4, 8.4), (16.6, 8.4), width=2.2),
        polygon((7, 1.6), (12, 4), (17, 1.6), (15.4, 7), (8.6, 7)),
    ),
    "sign.draw": (
        polygon(
            (5, 13),
            (1.6, 18),
            (3.4, 23.4),
            (20.6, 23.4),
            (22.4, 18),
            (19, 13),
            (15.6, 13),
            (15.6, 17),
            (8.4, 17),
            (8.4, 13),
        ),
        polygon((12, 0.6), (18.4, 7.6), (14.2, 7.6), (14.2, 14.6), (9.8, 14.6), (9.8, 7.6), (5.6, 7.6)),
    ),
    "sign.more": (disc(4.6, 12, 2.5), disc(12, 12, 2.5), disc(19.4, 12, 2.5)),
}

PIECES: dict[str, Drawing] = {
    "objective": (line((6, 1.5), (6, 23), width=2.6), polygon((7, 2), (22, 7), (7, 13.4))),
    "piece.counterpart": (disc(8, 8, 6.6, 2.4), disc(16, 16, 6.6), disc(12, 12, 1.6, cut=True)),
    "badge.commander": (polygon((1.6, 5), (7, 11), (12, 2), (17, 11), (22.4, 5), (20, 20.6), (4, 20.6)),),
}

SEATS: dict[str, Drawing] = {
    "seat.blue": (disc(12, 12, 10.4),),
    "seat.red": (polygon((12, 0.4), (23.6, 12), (12, 23.6), (0.4, 12)),),
    "seat.both": (
        disc(7, 12, 6.4),
        polygon((17, 4.6), (23.9, 12), (17, 19.4), (10.1, 12), cut=True),
        polygon((17.6, 5.6), (23.9, 12), (17.6, 18.4), (11.3, 12)),
    ),
}


def _round_about(count: int) -> list[Point]:
    """Return so many points at equal distances on the unit circle, the first one at the top."""
    angles = (math.tau * place / count for place in range(count))
    return [(math.sin(angle), -math.cos(angle)) for angle in angles]


EMBLEMS: dict[str, Drawing] = {
    "faction.empire": (
        polygon((12, 1), (23.4, 22), (0.6, 22)),
        line((7, 12), (17, 12), width=1.6, cut=True),
        line((3, 17), (21, 17), width=1.6, cut=True),
    ),
    "faction.rebels": (
        disc(12, 19.6, 7.6),
        polygon((0, 19.6), (24, 19.6), (24, 24), (0, 24), cut=True),
        line((1.6, 21.8), (22.4, 21.8), width=2.4),
        line((12, 2), (12, 8), width=2.6),
        line((3.4, 6), (6.8, 11), width=2.6),
        line((20.6, 6), (17.2, 11), width=2.6),
    ),
    "faction.republic": (
        polygon((12, 1), (23, 7.6), (1, 7.6)),
        line((4.6, 10), (4.6, 19), width=3),
        line((12, 10), (12, 19), width=3),
        line((19.4, 10), (19.4, 19), width=3),
        line((2.2, 22), (21.8, 22), width=2.4),
    ),
    "faction.separatists": (
        disc(12, 12, 11, 4.4),
        line((4, 22.4), (20, 1.6), width=4, cut=True),
        disc(12, 12, 3.2),
    ),
    "faction.mandalorians": (
        polygon((3, 2), (18, 2), (22.6, 6), (22.6, 10), (3, 10)),
        line((11.4, 10), (11.4, 22), width=4),
    ),
    "faction.mercenary": (
        disc(12, 12, 11),
        disc(12, 12, 8.4, 1.6, cut=True),
        polygon((12, 6.6), (16, 12), (12, 17.4), (8, 12), cut=True),
    ),
    "faction.panoceania": tuple(
        line((1.6, y + 2), (6.8, y - 2), (12, y + 2), (17.2, y - 2), (22.4, y + 2), width=2.8) for y in (5, 12, 19)
    ),
    "faction.yu_jing": (
        polygon((1.4, 1.4), (22.6, 1.4), (22.6, 22.6), (1.4, 22.6)),
        polygon((4.4, 4.4), (19.6, 4.4), (19.6, 19.6), (4.4, 19.6), cut=True),
        polygon((7.4, 7.4), (16.6, 7.4), (16.6, 16.6), (7.4, 16.6)),
    ),
    "faction.ariadna": (
        polygon((0, 22), (8.4, 4), (13.4, 14), (17, 8.4), (24, 22)),
        polygon((8.4, 4), (11.4, 10), (8.8, 12.4), (6.6, 9), cut=True),
        polygon((8.4, 2), (10.8, 7), (8.6, 9), (6.4, 6.4)),
    ),
    "faction.haqqislam": (
        polygon((12, 0.6), (18.6, 11), (19.2, 15.4), (16.8, 20.4), (12, 23), (7.2, 20.4), (4.8, 15.4), (5.4, 11)),
        disc(12, 15.4, 3.4, cut=True),
    ),
    "faction.nomads": (
        line((12, 5), (4.8, 18.6), (19.2, 18.6), (12, 5), width=2),
        *(disc(x, y, 4.2) for x, y in ((12, 5), (4.8, 18.6), (19.2, 18.6))),
    ),
    "faction.combined_army": (
        disc(12, 12, 3.2),
        *(disc(12 + 8.6 * x, 12 + 8.6 * y, 2.9) for x, y in _round_about(6)),
    ),
    "faction.aleph": (
        disc(12, 12, 11, 3),
        polygon((12, 8), (24, 8), (24, 16), (12, 16), cut=True),
        line((12, 12), (20, 12), width=2.4),
        disc(12, 12, 3.4),
        disc(21, 12, 2.6),
    ),
    "faction.tohaa": (
        line((6, 1.6), (18, 8.6), (18, 9.4), (6, 15), (6, 16), (18, 22.4), width=2.6),
        line((18, 1.6), (6, 8.6), (6, 9.4), (18, 15), (18, 16), (6, 22.4), width=2.6),
    ),
    "faction.non_aligned": (
        polygon((2, 2), (10.4, 2), (10.4, 10.4), (2, 10.4)),
        polygon((13.6, 13.6), (22, 13.6), (22, 22), (13.6, 22)),
        disc(17.8, 6.2, 4.2),
        disc(6.2, 17.8, 4.2),
    ),
    "faction.o12": (
        disc(12, 12, 4.4, 2.2),
        *(line((12 + 7.6 * x, 12 + 7.6 * y), (12 + 10.2 * x, 12 + 10.2 * y), width=2.2) for x, y in _round_about(12)),
    ),
    "faction.jsa": (
        polygon((12, 22.6), (0.6, 9), (5.6, 4), (12, 2), (18.4, 4), (23.4, 9)),
        *(line((12, 22.6), (x, y), width=1.3, cut=True) for x, y in ((4.6, 4.4), (9.4, 2), (14.6, 2), (19.4, 4.4))),
    ),
    "nation.american": (
        polygon((1, 3), (11, 3), (11, 11), (1, 11)),
        *(line((13.4, y), (22, y), width=2) for y in (4, 9.6)),
        *(line((2, y), (22, y), width=2) for y in (15, 20.4)),
    ),
    "nation.british": (
        polygon((1, 3), (23, 3), (23, 21), (1, 21)),
        *(line(one, other, width=1.8, cut=True) for one, other in (((1, 3), (23, 21)), ((23, 3), (1, 21)))),
        *(line(one, other, width=3.4, cut=True) for one, other in (((12, 3), (12, 21)), ((1, 12), (23, 12)))),
    ),
    "nation.german": (
        polygon((6, 1.6), (18, 1.6), (24, 12), (18, 22.4), (6, 22.4), (0, 12)),
        *(line((0, y), (24, y), width=2, cut=True) for y in (8.4, 15.6)),
    ),
}
"""The emblems of factions and nations."""

UNKNOWN: Drawing = (disc(12, 12, 9.4, 2.8), disc(12, 12, 2.6))
"""The mark for a name without a drawing."""

ICONS: dict[str, Drawing] = RANKS | TOKENS | DICE | COUNTERS | SIGNS | PIECES | SEATS | EMBLEMS


def icon_of(kind: str) -> str:
    """Return the icon of a token kind: `corps` is `rank.corps`, `advantage` is `token.advantage`, `tactical` is
    `order.tactical`. A heap with a number, as `regular_2`, has the icon of its kind.
    """
    known = (f"{room}{name}" for name in (kind, kind.rstrip("0123456789").rstrip("_")) for room in ROOMS)
    return next((name for name in known if name in ICONS), kind)


ROOMS = ("", "rank.", "token.", "order.")
"""The rooms of icons in which a token kind is looked for."""
