"""Write an army as people hand lists on: Tabletop Admiral's text, foreign line ends, pages, and any way of points.

These writers know nothing of the reader: neither its patterns nor its names.
"""

import html
from collections.abc import Callable, Iterator, Mapping, Sequence

from lab.trials.legion.lists.random_armies import ChosenArmy, ChosenUnit
from table.games.legion.rules.model.armies import CommandCard

BATTLE_LINES = (
    ("Breakthrough", "Outflank", "Shifting Priorities"),
    ("Recover the Research", "Garrison", "Ordnance"),
    ("Salt Storm", "Bridge of Glass", "The Second Moon"),
)
"""Battle cards, the last ones of a set that nobody knows."""


def admiral(army: ChosenArmy) -> str:
    """Return Tabletop Admiral's text."""
    lines = [f"{army.points}/{army.limit}", f"{army.activations} Activations", ""]
    for unit in army.units:
        upgrades = list(_upgrades(unit))
        base, more = unit.card.cost, sum(cost for _, cost in upgrades)
        total = base + more
        points = f"{base} + {more} = {total}" if upgrades else f"{base}"
        if unit.times > 1:
            points += f" x {unit.times} = {unit.times * total}"
        lines.append(f"{unit.times}x {unit.card.name} {points}" if unit.times > 1 else f"{unit.card.name} {points}")
        if upgrades:
            lines.append("--" + ", ".join(f"{name} ({cost})" for name, cost in upgrades))
    return "\n".join((*lines, "", _hand(army), "", *(", ".join(line) for line in BATTLE_LINES))) + "\n"


def in_any_way(army: ChosenArmy) -> str:
    """Return a text with counts and points in one of the ways, chosen by the army's points.

    Nothing for an army with a card that costs nothing: small points look like a count, and no sum shows that its line
    is lost.
    """
    cards = [card for unit in army.units for card in (unit.card, unit.counterpart) if card]
    if not all(card.cost for card in cards):
        return ""
    return in_way(army, WAYS[army.points % len(WAYS)])


def in_way(army: ChosenArmy, way: tuple[str, str]) -> str:
    """Return a text with counts and points in this way."""
    lines = [army.title, f"{army.points}/{army.limit}", f"{army.activations} activations"]
    for unit in army.units:
        upgrades = list(_upgrades(unit))
        lines.append(_in_way(way, unit, unit.card.cost + sum(cost for _, cost in upgrades)))
        lines.extend(f"  - {name} ({cost})" for name, cost in upgrades)
    hand = (*(card.name for card in army.hand), "Standing Orders")
    return "\n".join((*lines, "", "Command Cards:", *hand, "", "Primary Objectives:", *BATTLE_LINES[0])) + "\n"


WAYS: Sequence[tuple[str, str]] = (
    ("{name} ({whole})", "{n}x {name} ({base}) = {whole}"),
    ("{name} {sum}", "{n}x {name} {sum} x {n} = {whole}"),
    ("{name} {base} = {whole}", "{n}x {name} {base} = {whole}"),
    ("{whole} {name}", "{whole} {n}x {name}"),
    ("{name} @ {whole}", "{n}x {name} @ {whole}"),
    ("{name} .... {whole}", "{n}x {name} .... {whole}"),
    ("(1) {name} {whole}", "({n}) {name} {whole}"),
    ("1 {name} {whole}pts", "{n} {name} {whole}pts"),
    ("{name} [{whole}]", "{n}x {name} [{whole}]"),
    ("{name} - {whole}", "{name} x{n} - {whole}"),
    ("{name}: {whole} points", "{n}x {name}: {whole} points"),
    ("{name}\t{whole}", "{n}x {name}\t{whole}"),
    ("{name} | {whole}", "{n} x {name} | {whole}"),
    ("{whole} pts - {name}", "{whole} pts - {n}x {name}"),
    ("[1] {name}, {whole}", "[{n}] {name}, {whole}"),
    ("{name} ({one})", "{n}x {name} ({one} x {n} = {whole})"),
)
"""The ways in which people write counts and points: of one unit, and of several."""


def _in_way(way: tuple[str, str], unit: ChosenUnit, one: int) -> str:
    base = unit.card.cost
    added = f"{base} + {one - base} = {one}" if one > base else f"{one}"
    return way[unit.times > 1].format(
        name=unit.card.name, n=unit.times, base=base, one=one, sum=added, whole=unit.times * one
    )


def _upgrades(unit: ChosenUnit) -> Iterator[tuple[str, int]]:
    """Yield the upgrades and the counterpart, with their points."""
    yield from ((upgrade.name, upgrade.cost) for upgrade in unit.upgrades)
    if unit.counterpart:
        yield unit.counterpart.full_name, unit.counterpart.cost


def _hand(army: ChosenArmy) -> str:
    return ", ".join((*(f"{card.name} {_pips(card)}" for card in army.hand), "Standing Orders ••••"))


def _pips(card: CommandCard) -> str:
    return "•" * card.hand_pips


def _page(words: str) -> str:
    lines = "<br>\n".join(map(html.escape, words.splitlines()))
    return (
        "<!DOCTYPE html>\n<html><head><title>Event 1</title><script>var list = {units: 0};</script></head>\n"
        f'<body><nav><a href="/">Home</a> <a href="/join">Join</a></nav><h2>Round 2</h2><div class="list">{lines}</div>'
        "<footer>Imprint. Written by volunteers</footer></body></html>\n"
    )


CARRIERS: Mapping[str, Callable[[str], str]] = {
    "bars": lambda words: " ||".join(words.splitlines()),
    "breaks": lambda words: "<br>".join(words.splitlines()),
    "escaped": lambda words: "\\n".join(words.splitlines()),
    "mail": lambda words: "".join(f"> {line}\n" for line in words.splitlines()),
    "page": _page,
}
"""The forms of a text in mails, on sites and on pages."""
UNCARRIED: Mapping[str, Callable[[str], str]] = {
    "bars": lambda words: words.replace(" ||", "\n"),
    "breaks": lambda words: words.replace("<br>", "\n"),
    "escaped": lambda words: words.replace("\\n", "\n"),
    "mail": lambda words: "\n".join(line.removeprefix("> ") for line in words.split("\n")),
    "page": lambda words: html.unescape(words.partition('<div class="list">')[2].partition("</div>")[0]).replace(
        "<br>\n", "\n"
    ),
}
"""The same backwards."""
