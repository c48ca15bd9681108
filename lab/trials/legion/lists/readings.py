"""Compare a list of Legion with what was read: as written, reported as odd, another list, or silently wrong."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from lab.trials.legion.lists.random_armies import MANDALORIANS, ArmyChance, ChosenArmy, army_chance, may_have
from lab.trials.legion.lists.strict import StrictReader, UnitKey, unit_key
from lab.trials.legion.lists.writers import ListForm, writers
from lab.trials.list_trial import ListOutcome, OpenName
from table.games.files.raw_list import ListError
from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.data.factions import FACTIONS, MERCENARY
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.army_list import ListResult, judged, muster, read_list
from table.games.legion.lists.formats import read_written
from table.games.legion.lists.name_matches import known_names
from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.hands import STANDING_ORDERS

ListReader = Callable[[bytes, Catalogue], ListResult]
OF_READING = (
    "list.other_sum", "list.other_activations", "list.other_points", "list.other_faction", "list.faction_guessed",
    "list.link_upgrade", "list.odd_field", "list.odd_words", "list.odd_line", "list.nameless_line",
    "list.unpriced_line", "list.unexplained_line", "list.card_taken_from_upgrades", "list.card_among_upgrades",
    "list.unit_among_upgrades", "list.counterpart_unread", "list.unit_passed_over", "list.field_twice",
    "list.cards_among_units", "list.mended",
    "list.battle_force_unknown", "list.distinguished", "list.no_points", "list.line_left_out", "list.strange_heading",
)  # fmt: skip
"""The notes about parts of a list that were not read as written, or may mean something else."""


_NAMING = (ListForm.JSON, ListForm.LINK, ListForm.TOURNAMENT, ListForm.STANDARD, ListForm.MINIMAL, ListForm.ADMIRAL)
"""The formats with their own way to name units. The others name them like one of these."""


class LegionListTrial:
    """The trial of the lists of one edition. `reader` is the table's own, or a worse one."""

    def __init__(self, edition: str, reader: ListReader = read_list) -> None:
        self._edition = edition
        self._reader = reader
        self._catalogue = load(edition)
        self._chance: ArmyChance = army_chance(self._catalogue)
        self._writers = writers(self._catalogue)
        self._strict = StrictReader(self._catalogue, self._chance.upgrades)
        self._open = {form: frozenset(_open_pairs(self._catalogue, form)) for form in ListForm}

    @property
    def forms(self) -> Sequence[str]:
        return tuple(ListForm)

    def side(self, rng: random.Random) -> ChosenArmy:
        return self._chance.army(rng)

    def written(self, side: ChosenArmy, form: str) -> str:
        return self._writers[ListForm(form)](side)

    def read(self, side: ChosenArmy, form: str, list_file: bytes) -> ListOutcome:
        result = self._reader(list_file, self._catalogue)
        refusals = judged(result)
        if _is_it(result.army, side) and not refusals:
            return ListOutcome.RIGHT
        known = [entry for entry in result.unmatched if entry.candidates]
        if result.army is None or len(refusals) != len(set(result.unmatched)) or len(known) != len(result.unmatched):
            return ListOutcome.UNREAD
        taken = Counter(unit.card for unit in result.army.units)
        missing, instead = list((side.cards - taken).elements()), list((taken - side.cards).elements())
        noted = {match.id for match in result.matched if match.decided_by}
        pairs = self._open[ListForm(form)]
        for entry in known:  # ambiguous, and reported with all its meanings
            meant = [card for card in missing if card in {unit.id for unit in entry.candidates}]
            if not meant or not any({meant[0], unit.id} in pairs for unit in entry.candidates):
                return ListOutcome.UNREAD
            missing.remove(meant[0])
        for card in instead:  # taken for the other, with a note
            meant = [other for other in missing if frozenset((card, other)) in pairs]
            if not meant:
                return ListOutcome.UNREAD if self._finds_anything(result) else ListOutcome.WRONG
            if card not in noted:
                return ListOutcome.WRONG
            missing.remove(meant[0])
        return ListOutcome.UNREAD if missing else ListOutcome.REPORTED

    def read_damaged(self, side: ChosenArmy, form: str, list_file: bytes) -> ListOutcome:
        result = self._reader(list_file, self._catalogue)
        if result.army is None or judged(result):
            return ListOutcome.REPORTED
        if _is_it(result.army, side):
            return ListOutcome.RIGHT
        before = self._reader(self.written(side, form).encode(), self._catalogue)
        if _same(result.army, before.army) or set(_notes(result)) - set(_notes(before)):
            return ListOutcome.REPORTED  # caused by the damage, or ambiguous in this format before
        is_another = self._strict.matches(ListForm(form), list_file, result.army)
        return ListOutcome.ANOTHER if is_another else ListOutcome.WRONG

    def open_names(self) -> Iterator[OpenName]:
        for form in (form for form in ListForm if form in _NAMING):
            found: dict[str, dict[str, None]] = {}
            for pair in _open_pairs(self._catalogue, form):
                units = [unit for unit in self._catalogue.units if unit.id in pair]
                name = unit_key(form, units[0]).written
                found.setdefault(name, {}).update(dict.fromkeys(_described(unit) for unit in units))
            yield from (OpenName(self._edition, form, name, tuple(sorted(meant))) for name, meant in found.items())

    def worse(self) -> Mapping[str, "LegionListTrial"]:
        return {"silent": LegionListTrial(self._edition, _silent), "hasty": LegionListTrial(self._edition, _hasty)}

    def _finds_anything(self, result: ListResult) -> bool:
        return any(not match.exact for match in result.matched)


def _is_it(army: Army | None, side: ChosenArmy) -> bool:
    if army is None or army.faction != side.faction:
        return False
    hand = Counter(card.id for card in army.hand)
    return (Counter(unit.card for unit in army.units), hand) == (
        side.cards,
        Counter((*(card.id for card in side.hand), STANDING_ORDERS)),
    )


def _same(army: Army, other: Army | None) -> bool:
    """True if two armies have the same units and the same hand."""
    return other is not None and all(
        Counter(getattr(one, "card", one.id) for one in mine) == Counter(getattr(one, "card", one.id) for one in theirs)
        for mine, theirs in ((army.units, other.units), (army.hand, other.hand))
    )


def _notes(result: ListResult) -> Iterator[object]:
    """Yield every note on the reading of a list, without the notes on the army."""
    yield from (warning for warning in result.warnings if warning.key in OF_READING)
    yield from (match for match in result.matched if not match.exact)
    yield from result.without


def _described(unit: UnitCard) -> str:
    return f"{unit.full_name} ({unit.cost}, {unit.faction})"


def _open_pairs(catalogue: Catalogue, form: ListForm) -> Iterator[frozenset[str]]:
    """Yield pairs of units with the same name in a format that an army does not distinguish."""
    called: dict[UnitKey, list[UnitCard]] = {}
    for unit in catalogue.units:
        if unit.faction:
            called.setdefault(unit_key(form, unit), []).append(unit)
    for units in called.values():
        for one, other in combinations(units, 2):
            if _in_like_armies(one, other):
                yield frozenset((one.id, other.id))


def _in_like_armies(one: UnitCard, other: UnitCard) -> bool:
    """True if an army may have either unit, or consists of mercenaries, who do not show its faction."""
    alone = any(may_have(faction, unit) for faction in (MERCENARY, MANDALORIANS) for unit in (one, other))
    return alone or any(may_have(faction, one) and may_have(faction, other) for faction in FACTIONS)


def _silent(source: bytes, catalogue: Catalogue) -> ListResult:
    """Read a list without notes: unknown parts are dropped, doubtful ones count as certain."""
    result = read_list(source, catalogue)
    matched = tuple(replace(match, exact=True, decided_by="") for match in result.matched)
    return replace(result, matched=matched, unmatched=(), warnings=())


def _hasty(source: bytes, catalogue: Catalogue) -> ListResult:
    """Read only names, without points and ranks."""
    try:
        written = read_written(source, known_names(catalogue))
    except ListError as error:
        return ListResult(None, problems=error.problems)
    units = tuple(replace(unit, prices=(), rank=None) for unit in written.units)
    return muster(replace(written, units=units), catalogue)
