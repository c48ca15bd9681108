"""Check that the keys of a scenario agree: no duplicates, and no references to missing entries."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from table.config.toml.problems import one_of
from table.config.toml.struct_reader import ReadValues
from table.config.toml.toml_keys import Key, dotted
from table.games.files.slug import slug
from table.games.tide_of_iron.scenarios.deck_files import MOST_LETTERS, check_names
from table.games.tide_of_iron.scenarios.ids import card_id
from table.games.tide_of_iron.scenarios.known_cards import KnownCards
from table.games.tide_of_iron.scenarios.schema import NEUTRAL
from table.rules.text import text

Entry: TypeAlias = tuple[Key, dict[str, Any]]
SIDES = 2
MOST_OF_TEXT = 400
"""The most letters of a victory condition."""
MOST_ENTRIES = 60
"""The most objectives, uses, or cards of a side. A box has fewer, and players step through them with three buttons."""
SIDE_LISTS = ("cards", "points", "decks")


def check(found: ReadValues, known: KnownCards) -> None:
    """Add to the findings every mistake between values."""
    _costs(found, known)
    for checked in (_sides, _names, check_names, _initiative, _objectives, _many, _twice, _uses, _victory, _wins):
        checked(found)


def entries(found: ReadValues, *section: str) -> list[Entry]:
    """Return the tables of a section, with the values that are valid by themselves."""
    tables: dict[Key, dict[str, Any]] = {}
    for key, value in found.values.items():
        if key[: len(section)] == section and len(key) == len(section) + 2:
            tables.setdefault(key[:-1], {})[str(key[-1])] = value
    return list(tables.items())


def sides(found: ReadValues) -> tuple[str, ...]:
    return found.names.get("sides", ())


def _sides(found: ReadValues) -> None:
    names = sides(found)
    if len(names) != SIDES and ("sides",) not in [mistake.key for mistake in found.mistakes]:
        found.wrong(("sides",), text("tide.file.two_sides", count=len(names)))
    for name in names:
        if slug(name) != name or len(name) > MOST_LETTERS:
            found.wrong(("sides", name), text("tide.file.side_name", better=slug(name)[:MOST_LETTERS] or "blue"))
    seen: dict[str, Key] = {}
    for key, side in entries(found, "sides"):
        written = {(*key, "nation"): side.get("nation")} | _allies(found, key)
        for where, nation in written.items():
            if nation is None:
                continue
            known_by = slug(nation)  # card ids ignore case: names that differ in case would share their cards
            if known_by == NEUTRAL:
                found.wrong(where, text("tide.file.neutral_side"), nation)
            elif known_by in seen:
                found.wrong(where, text("tide.file.same_nation", other=dotted(seen[known_by])), nation)
            else:
                seen[known_by] = where


def _allies(found: ReadValues, side: Key) -> dict[Key, str]:
    """Return the other nations of a side, by their keys."""
    allies = found.values.get((*side, "allies"), ())
    return {(*side, "allies", number): nation for number, nation in enumerate(allies, 1)}


def _names(found: ReadValues) -> None:
    """Check that the names have letters, print, and fit on a line.

    A side without a name is shown by its nation.
    """
    texts = {
        (*key, number): each
        for key, value in found.values.items()
        if isinstance(value, tuple) and key[-1] in ("allies", "conditions", "holds")
        for number, each in enumerate(value, 1)
    }
    for key, value in [*found.values.items(), *texts.items()]:
        if key[:1] == ("decks",):
            continue
        limit = MOST_OF_TEXT if "condition" in key or "conditions" in key else MOST_LETTERS
        if isinstance(value, str) and (len(value) > limit or not value.isprintable()):
            found.wrong(key, text("tide.file.words", limit=limit), value[:MOST_LETTERS])
        of_card = key[2:3] == ("cards",)
        own_nation = key[-1] == "nation" and (not of_card or value != "")  # a card without one is of its side's deck
        named = key[-1] == "name" and (key[0:1] != ("sides",) or of_card)
        ally = key[-2:-1] == ("allies",) and isinstance(key[-1], int)  # and no key of a side that is called so
        on_board = key[-1] == "hex" and not found.values.get((*key[:-1], "placed_by"))
        needed = on_board or own_nation or named or ally
        if needed and isinstance(value, str) and not slug(value):
            found.wrong(key, text("tide.file.no_letters"), value)


def _initiative(found: ReadValues) -> None:
    _one_of_sides(found, ("initiative",), found.values.get(("initiative",)))


def _costs(found: ReadValues, known: KnownCards) -> None:
    wrong = [mistake.key for mistake in found.mistakes]
    decks = deck_costs(found, known)
    for side in sides(found):
        nation = str(found.values.get(("sides", side, "nation"), ""))
        for key, card in entries(found, "sides", side, "cards"):
            deck = str(card.get("deck", "")) or str(card.get("nation", "")) or nation
            id = card_id(deck, str(card.get("name", "")))
            if card.get("cost") is None and id not in {**known.costs, **decks} and (*key, "cost") not in wrong:
                found.wrong((*key, "cost"), text("tide.file.no_cost"))
        for key, drawn in entries(found, "sides", side, "decks"):
            _deck(found, key, drawn, known)
    for name in found.names.get("decks", ()):
        for key, card in entries(found, "decks", name, "cards"):
            id = card_id(name, str(card.get("name", "")))
            if card.get("cost") is None and id not in known.costs and (*key, "cost") not in wrong:
                found.wrong((*key, "cost"), text("tide.file.no_cost"))


def deck_costs(found: ReadValues, known: KnownCards) -> Mapping[str, int]:
    """Return the costs of the cards of all named decks, by card id."""
    library = {card_id(deck, card.name): card.cost for deck, entry in known.decks.items() for card in entry.cards}
    own = {
        card_id(name, str(card.get("name", ""))): card.get("cost")
        for name in found.names.get("decks", ())
        for _, card in entries(found, "decks", name, "cards")
    }
    return {id: cost for id, cost in (library | own).items() if cost is not None}


def _deck(found: ReadValues, key: Key, deck: dict[str, Any], known: KnownCards) -> None:
    names = [*found.names.get("decks", ()), *known.decks]
    name = deck.get("name", "")
    if slug(name) not in map(slug, names):
        found.wrong((*key, "name"), one_of(names, name) if names else text("tide.file.no_decks"), name)
    if deck.get("first", 1) > deck.get("last", 20):
        found.wrong((*key, "last"), text("tide.file.rounds_reversed", first=deck["first"]), deck["last"])


def _one_of_sides(found: ReadValues, key: Key, value: Any, optional: bool = False) -> None:
    if value is None or value in sides(found) or (optional and value == ""):
        return
    if not sides(found):  # reported already
        return
    found.wrong(key, one_of(sides(found), value), value)


def _objectives(found: ReadValues) -> None:
    nations = [side["nation"] for _, side in entries(found, "sides") if "nation" in side]
    nations += [nation for key, _ in entries(found, "sides") for nation in _allies(found, key).values()]
    if not entries(found, "objectives") and not any(m.key[:1] == ("objectives",) for m in found.mistakes):
        found.wrong(("objectives",), text("tide.file.no_objectives"))
    for key, objective in entries(found, "objectives"):
        nation = objective.get("nation", NEUTRAL)
        if nation not in (*nations, NEUTRAL):
            found.wrong((*key, "nation"), one_of((*nations, NEUTRAL), nation), nation)
        kind, value = objective.get("kind"), objective.get("value")
        worth = kind == "command" or (kind == "victory" and found.values.get(("victory", "objectives")) is True)
        if worth and value == 0:
            kind = str(kind)
            found.wrong((*key, "value"), text("tide.file.no_value", kind=kind), value)
        if kind == "other" and value:
            found.wrong((*key, "value"), text("tide.file.worthless"), value)
        if kind != "command" and objective.get("victory"):
            found.wrong((*key, "victory"), text("tide.file.victory_alone"), objective["victory"])
        for pointer in ("held_by", "zone", "placed_by"):
            _one_of_sides(found, (*key, pointer), objective.get(pointer), optional=True)


def _many(found: ReadValues) -> None:
    sections = [("objectives",), ("uses",), *(("sides", side, part) for side in sides(found) for part in SIDE_LISTS)]
    for section in sections:
        if (count := len(entries(found, *section))) > MOST_ENTRIES:
            found.wrong(section, text("tide.file.too_many", count=count, limit=MOST_ENTRIES))


def _twice(found: ReadValues) -> None:
    """Check that there are no duplicates. Only letters and digits of hexes and names count."""
    on_board = [entry for entry in entries(found, "objectives") if entry[1].get("hex")]
    _distinct(found, on_board, "hex", "tide.file.both_markers")
    _distinct(found, entries(found, "uses"), "name")
    for side in sides(found):
        own_deck = slug(str(found.values.get(("sides", side, "nation"), "")))
        _distinct(found, entries(found, "sides", side, "cards"), "name", own_deck=own_deck)
        _distinct(found, entries(found, "sides", side, "points"), "round")
        _distinct(found, entries(found, "sides", side, "decks"), "name")


def _distinct(found: ReadValues, tables: list[Entry], field: str, two_kinds: str = "", own_deck: str = "") -> None:
    """Report two entries of the same value. Cards of one name may be of different nations' decks.

    `two_kinds` is the message for entries of different kinds. A card without a nation belongs to `own_deck`.
    """
    seen: dict[tuple[str, str], Key] = {}
    by_key = dict(tables)
    for key, table in tables:
        if field in table:
            named = str(table.get("deck", "")) or str(table.get("nation", ""))
            deck = slug(named) or own_deck if field == "name" else ""
            first = seen.setdefault((slug(str(table[field])), deck), key)
            if first != key:
                differ = two_kinds and by_key[first].get("kind") != table.get("kind")
                key_of_text = two_kinds if differ else "tide.file.twice"
                found.wrong((*key, field), text(key_of_text, other=dotted((*first, field))), table[field])


def _uses(found: ReadValues) -> None:
    cards = [str(card.get("name", "")) for side in sides(found) for _, card in entries(found, "sides", side, "cards")]
    for key, use in entries(found, "uses"):
        _one_of_sides(found, (*key, "side"), use.get("side"), optional=True)
        returns = use.get("returns", "")
        if returns and slug(returns) not in map(slug, cards):
            found.wrong((*key, "returns"), one_of(cards, returns), returns)


def _victory(found: ReadValues) -> None:
    """Check that every source of victory points is switched on, and that every switch has a source."""
    rounds = found.values.get(("rounds",))
    given = list(_points(found))
    for key, points in given:
        if rounds is not None and points.get("round", 0) > rounds:
            found.wrong((*key, "round"), text("tide.file.too_late", rounds=rounds), points["round"])
    held = [
        (*key, "value" if objective.get("kind") == "victory" else "victory")
        for key, objective in entries(found, "objectives")
        if (objective.get("kind") == "victory" and objective.get("value")) or objective.get("victory")
    ]
    _switched(found, "objectives", "objectives", held)
    _switched(found, "rounds", "sides", [key for key, _ in given])


def _wins(found: ReadValues) -> None:
    """Check the victory conditions with a winner: each needs a condition and a winner."""
    names = [str(objective.get("name", "")) for _, objective in entries(found, "objectives")]
    names += [str(objective["hex"]) for _, objective in entries(found, "objectives") if objective.get("hex")]
    for key, win in entries(found, "victory", "wins"):
        _one_of_sides(found, (*key, "side"), win.get("side"), optional=True)
        for number, name in enumerate(win.get("holds", ()), 1):
            if slug(name) not in map(slug, names):
                found.wrong((*key, "holds", number), one_of(names, name), name)
        met = win.get("holds") or win.get("points")
        if win.get("otherwise") and (met or win.get("any_round") or not win.get("side")):
            found.wrong((*key, "otherwise"), text("tide.file.otherwise"))
        if not (met or win.get("otherwise") or win.get("condition", "-").strip()):
            found.wrong(key, text("tide.file.empty_win"))
        if win.get("least", 0) > len(win.get("holds", ())):
            found.wrong((*key, "least"), text("tide.file.least", count=len(win.get("holds", ()))), win["least"])


def _points(found: ReadValues) -> Iterator[Entry]:
    for side in sides(found):
        yield from entries(found, "sides", side, "points")


def _switched(found: ReadValues, name: str, section: str, givers: list[Key]) -> None:
    """Check one switch. If a section has mistakes, the missing entry may be one of them."""
    switch: Key = ("victory", name)
    on = found.values.get(switch)
    if on is True and not givers and not any(mistake.key[:1] == (section,) for mistake in found.mistakes):
        found.wrong(switch, text(f"tide.file.none_for_{name}"), on)
    if on is False and givers:
        found.wrong(givers[0], text("tide.file.switched_off", switch=dotted(switch)))
