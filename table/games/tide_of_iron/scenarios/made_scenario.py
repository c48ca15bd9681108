"""Make a scenario from a valid file, with the decks and costs that the players recorded for all scenarios."""

from collections import Counter
from collections.abc import Iterator, Mapping

from table.games.files.slug import slug
from table.games.tide_of_iron.rules.model.scenario import (
    CommandUse,
    Deck,
    Kind,
    Objective,
    Scenario,
    Scoring,
    Sheet,
    StrategyCard,
    Victory,
)
from table.games.tide_of_iron.scenarios import schema
from table.games.tide_of_iron.scenarios.ids import card_id
from table.games.tide_of_iron.scenarios.known_cards import KnownCards

NO_HEX = "?"
"""The hex of an objective that the file does not place."""


def made_scenario(id: str, written: schema.ScenarioFile, known: KnownCards) -> Scenario:
    decks = {slug(name): deck for name, deck in {**known.decks, **written.decks}.items()}
    cards = _Cards(decks, known.costs)
    dealt = {side: tuple(cards.dealt(entry)) for side, entry in written.sides.items()}
    first, second = (_sheet(side, entry, (*dealt[side], *cards.left(entry))) for side, entry in written.sides.items())
    objectives = tuple(map(_objective, written.objectives))
    tags = {slug(card.name): card.tag for sheet in (first, second) for card in sheet.cards}
    return Scenario(
        id=id,
        name=written.name,
        rounds=written.rounds,
        initiative=written.initiative,
        sides=(first, second),
        objectives=objectives,
        uses=tuple(_use(entry, tags) for entry in written.uses),
        scoring=_scoring(written.victory, objectives),
    )


class _Cards:
    """Deals the cards of both sides. A card of a named deck that a side begins with is no longer in the deck."""

    def __init__(self, decks: Mapping[str, schema.DeckEntry], costs: Mapping[str, int]) -> None:
        self._decks = decks
        self._costs = costs
        self._dealt: Counter[str] = Counter()

    def dealt(self, side: schema.SideEntry) -> Iterator[StrategyCard]:
        """Yield the cards that the side lists by name."""
        for entry in side.cards:
            tag = card_id(entry.deck or entry.nation or side.nation, entry.name)
            facts = self._of_deck(entry) or entry
            for _ in range(entry.copies):
                self._dealt[tag] += 1
                yield self._card(tag, self._dealt[tag], facts, entry)

    def left(self, side: schema.SideEntry) -> Iterator[StrategyCard]:
        """Yield the cards that are left in the side's decks."""
        for deck in side.decks:
            for entry in self._decks[slug(deck.name)].cards:
                tag = card_id(deck.name, entry.name)
                for number in range(self._dealt[tag] + 1, entry.copies + 1):
                    yield self._card(tag, number, entry, schema.CardEntry(name=entry.name, deck=deck.name))

    def _of_deck(self, entry: schema.CardEntry) -> schema.DeckCardEntry | None:
        deck = self._decks.get(slug(entry.deck)) if entry.deck and entry.cost is None else None
        return next((card for card in deck.cards if slug(card.name) == slug(entry.name)), None) if deck else None

    def _card(self, tag: str, number: int, facts: schema.DeckCardEntry, place: schema.CardEntry) -> StrategyCard:
        """Return a card, or a further copy of it, with its own id and the same tag."""
        return StrategyCard(
            tag if number == 1 else f"{tag}.{number}",
            facts.name,
            self._costs.get(tag, facts.cost or 0),
            facts.command_phase,
            facts.lasting or facts.ends or bool(place.until) or place.in_play,
            place.face_up,
            facts.action_phase,
            facts.ends,
            copy_of="" if number == 1 else tag,
            deck=slug(place.deck),
            in_play=place.in_play,
            until=place.until,
        )


def _sheet(id: str, side: schema.SideEntry, cards: tuple[StrategyCard, ...]) -> Sheet:
    points = tuple((entry.round, entry.points) for entry in side.points)
    decks = tuple(Deck(slug(deck.name), deck.name, deck.first, deck.last) for deck in side.decks)
    name = side.name or side.nation
    return Sheet(id, name, side.nation, side.command, cards, points, side.allies, side.draws, decks, side.starts)


def _objective(entry: schema.ObjectiveEntry) -> Objective:
    return Objective(
        id=slug(entry.hex or f"placed {entry.name}"),
        name=entry.name,
        hex=entry.hex or NO_HEX,
        kind=Kind(entry.kind),
        value=entry.value,
        nation="" if entry.nation == schema.NEUTRAL else entry.nation,
        held_by=entry.held_by,
        zone=entry.zone,
        victory=entry.victory,
        placed_by=entry.placed_by,
    )


def _use(entry: schema.UseEntry, tags: Mapping[str, str]) -> CommandUse:
    returns = tags[slug(entry.returns)] if entry.returns else ""
    return CommandUse(slug(entry.name), entry.name, entry.cost, entry.side, returns, entry.to_play)


def _scoring(victory: schema.VictoryEntry, objectives: tuple[Objective, ...]) -> Scoring:
    wins = tuple(_win(entry, objectives) for entry in victory.wins)
    return Scoring(victory.objectives, victory.rounds, victory.asked, victory.conditions, wins, victory.acts)


def _win(entry: schema.WinEntry, objectives: tuple[Objective, ...]) -> Victory:
    ids = {slug(name): each.id for each in objectives for name in (each.name, each.hex)}
    holds = tuple(ids[slug(name)] for name in entry.holds)
    least = entry.least or len(holds)
    return Victory(entry.condition, entry.side, holds, least, entry.points, entry.any_round, entry.otherwise)
