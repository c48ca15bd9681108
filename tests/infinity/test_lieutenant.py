"""Who the Lieutenant is leaves the player's own file by no way."""

import msgspec
import pytest

from table.catalog.infinity.lists import read_force
from table.catalog.infinity.stored import stored_forces
from table.games.game import Event
from table.games.infinity.forces import Force
from table.games.seats import BLUE
from tests.infinity.kit import Tabletop


def written(lieutenant: str, hidden: str = "") -> str:
    """Six troopers, two of whom have the skill."""
    entries = []
    for name in ("Captain", "Sergeant", "Private", "Gunner", "Medic", "Scout"):
        entries.append(f'[[trooper]]\nname = "{name}"\norder = "regular"')
        entries += ["command_token = true"] if name in ("Captain", "Sergeant") else []
        entries += ["lieutenant = true"] if name == lieutenant else []
        entries += ["hidden = true"] if name == hidden else []
    return "\n".join(entries)


def brought(words: str) -> Force:
    result = read_force(words)
    assert result.force is not None, result.problems
    return result.force


def everything(force: Force) -> list[bytes]:
    """All of a match that leaves the game: events, what is shown, asked and told."""
    table = Tabletop(force)
    seen: list[object] = [*table.journal]
    for _ in range(60):
        seen += [table.prompts(), table.game.view(table.state), table.game.belongings(table.state, BLUE)]
        seen += [table.game.tell(event) for event in table.journal]
        if table.state.over:
            break
        table._on()
    seen += table.journal
    assert table.state.round > 1
    return [msgspec.json.encode(each) for each in seen]


@pytest.mark.rule("TB-100")
def test_two_lists_that_differ_in_the_lieutenant_alone_give_the_same_match() -> None:
    assert everything(brought(written("Captain"))) == everything(brought(written("Sergeant")))


@pytest.mark.rule("TB-100")
def test_no_event_of_a_match_and_nothing_shown_speaks_of_one() -> None:
    for said in everything(brought(written("Private"))):
        assert b'"lieutenant":' not in said
        assert b"command_token" not in said


@pytest.mark.rule("TB-100")
def test_a_force_has_no_field_that_could_hold_it() -> None:
    assert set(Force.__struct_fields__) == {"name", "troopers", "sectorial", "points", "bonus", "lieutenant_orders"}
    force = brought(written("Captain"))
    assert force.troopers == brought(written("Medic")).troopers


@pytest.mark.rule("IN-02")
@pytest.mark.parametrize(("lieutenant", "bonus"), [("Captain", True), ("Sergeant", True), ("Private", False)])
def test_the_skill_counts_for_the_lieutenant_alone(lieutenant: str, bonus: bool) -> None:
    assert brought(written(lieutenant)).bonus is bonus


@pytest.mark.rule("TB-100")
@pytest.mark.rule("TB-114")
def test_a_hidden_trooper_is_unknown_to_the_table_even_as_the_lieutenant() -> None:
    force = brought(written("Captain", hidden="Captain"))
    assert [trooper.name for trooper in force.troopers] == ["Sergeant", "Private", "Gunner", "Medic", "Scout"]
    assert force.bonus is True


def test_the_samples_can_be_played_and_their_lieutenants_are_marked() -> None:
    samples = list(stored_forces(None))
    assert len(samples) == 2
    for sample in samples:
        assert (sample.result.problems, sample.result.warnings) == ((), ())
        assert "lieutenant = true" in sample.path.read_text("utf-8")


def test_the_events_of_a_match_can_be_read_again() -> None:
    table = Tabletop(brought(written("Captain")))
    for event in table.journal:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
        assert isinstance(event, Event)
