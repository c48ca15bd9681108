"""The Lieutenant's name never leaves the player's own file."""

from base64 import b64encode
from pathlib import Path

import msgspec
import pytest

from table.games.infinity.lists.force_list import read_force
from table.games.infinity.lists.force_shelf import InfinityShelf
from table.games.infinity.lists.stored_forces import stored_forces
from table.games.infinity.rules.model.forces import Force
from table.rules.game import Event
from table.rules.seats import BLUE
from tests.games.infinity.kit import Tabletop
from tests.games.infinity.lists.test_codes import Members, packed


def written(lieutenant: str, hidden: str = "") -> str:
    """Six troopers, two of whom have the skill."""
    entries = []
    for name in ("Captain", "Sergeant", "Private", "Gunner", "Medic", "Scout"):
        entries.append(f'[[trooper]]\nname = "{name}"\norder = "regular"')
        entries += ["command_token = true"] if name in ("Captain", "Sergeant") else []
        entries += ["lieutenant = true"] if name == lieutenant else []
        entries += ["hidden = true"] if name == hidden else []
    return "\n".join(entries)


def coded(members: Members) -> str:
    return b64encode(packed(((1, members),))).decode()


def brought(words: str) -> Force:
    result = read_force(words)
    assert result.force is not None, result.problems
    return result.force


def everything(force: Force) -> list[bytes]:
    """All of a match that leaves the game: events, what is shown, asked and reported."""
    table = Tabletop(force)
    seen: list[object] = [*table.journal]
    for _ in range(60):
        seen += [table.prompts(), table.game.view(table.state), table.game.belongings(table.state, BLUE)]
        seen += [table.game.line(event) for event in table.journal]
        if table.state.over:
            break
        table._on()
    seen += table.journal
    assert table.state.round > 1
    return [msgspec.json.encode(each) for each in seen]


@pytest.mark.rule("TB-100")
@pytest.mark.slow
def test_two_lists_that_differ_in_the_lieutenant_alone_give_the_same_match() -> None:
    assert everything(brought(written("Captain"))) == everything(brought(written("Sergeant")))


@pytest.mark.rule("TB-100")
@pytest.mark.rule("TB-76")
def test_nor_do_they_when_orders_and_groups_are_put_right() -> None:
    def corrected(lieutenant: str) -> list[bytes]:
        table = Tabletop(brought(written(lieutenant))).to("orders")
        seen: list[object] = []
        for what, which, to in (
            ("order.", "order.1", "irregular"), ("group.", "group.2", "2"), ("lieutenant", "", 2),
            ("lieutenant_left", "", 0),
        ):  # fmt: skip
            table.blue.answers("correct", what)
            for key, value in (("which", which), ("to", to), ("why", "slip")):
                seen += [table.prompts(), table.game.view(table.state)]
                if value != "":
                    table.blue.answers(f"correct.{key}", value)
            seen += table.prompts()
            table.red.answers("correct.agree", "yes")
        return [msgspec.json.encode(each) for each in (*seen, *table.journal)]

    assert corrected("Captain") == corrected("Sergeant")


@pytest.mark.rule("TB-100")
def test_no_event_of_a_match_and_nothing_shown_speaks_of_one() -> None:
    for stated in everything(brought(written("Private"))):
        assert b'"lieutenant":' not in stated
        assert b"command_token" not in stated


@pytest.mark.rule("TB-100")
def test_a_force_has_no_field_that_could_hold_it() -> None:
    assert set(Force.__struct_fields__) == {
        "name", "troopers", "sectorial", "points", "bonus", "lieutenant_orders", "counterintelligence", "strategos",
        "missions",
    }  # fmt: skip
    force = brought(written("Captain"))
    assert force.troopers == brought(written("Medic")).troopers


@pytest.mark.rule("IN-02")
@pytest.mark.parametrize(("lieutenant", "bonus"), [("Captain", True), ("Sergeant", True), ("Private", False)])
def test_the_skill_counts_for_the_lieutenant_alone(lieutenant: str, bonus: bool) -> None:
    assert brought(written(lieutenant)).bonus is bonus


@pytest.mark.rule("TB-100")
@pytest.mark.rule("TB-114")
@pytest.mark.rule("IA-04")
def test_a_hidden_trooper_is_shown_to_nobody_even_as_the_lieutenant() -> None:
    force = brought(written("Captain", hidden="Captain"))
    shown = [trooper.name for trooper in force.troopers if not trooper.hidden]
    assert shown == ["Sergeant", "Private", "Gunner", "Medic", "Scout"]
    assert force.bonus is True
    begun, *others = everything(force)
    assert b"Captain" in begun, "its owner's list is in the journal"
    assert not [stated for stated in others if b"Captain" in stated and b"MissionBegun" not in stated]


@pytest.mark.rule("TB-100")
def test_a_code_whose_options_alone_differ_gives_the_same_force() -> None:
    """Of a unit with and without the Lieutenant's option the publisher's builder makes two options."""
    captain, private = (read_force(coded(((7, 1, option), (7, 1, 3 - option)))) for option in (1, 2))
    assert captain.force == private.force
    assert captain.ids != private.ids


WRONG = (
    'name = "Captain"\nlt = true',
    'name = "Captain"\nlieutenant = "yes"',
    'name = "Captain"\norders = 10000',
    'name = "Captain"\norder = "lieutenant"',
    'name = "Captain"\nlieutenant = true\ntimes = 0',
    'name = "Mule"\nperipheral_of = "Captain (Lieutenant)"',
)


@pytest.mark.rule("TB-100")
@pytest.mark.rule("TB-101")
@pytest.mark.parametrize("entry", WRONG)
def test_what_is_wrong_with_a_list_is_quoted_to_its_owner_alone(entry: str, tmp_path: Path) -> None:
    file = tmp_path / "infinity" / "echo.toml"
    file.parent.mkdir()
    file.write_text(f"[[trooper]]\n{entry}\n", "utf-8")
    assert "Captain" in repr(read_force(file.read_bytes()).problems)
    shelf = InfinityShelf(tmp_path)
    (offer,) = (each for each in shelf.offers("infinity") if each.wrong)
    refused = shelf.fetch("infinity", offer.id)
    assert "Captain" not in repr((offer, refused))
    assert "plain.private" in repr(offer.wrong)
    assert isinstance(refused, tuple)
    assert [each.rule for each in refused] == ["TB-101"] * len(offer.wrong)


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
