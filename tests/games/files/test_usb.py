"""Lists on a USB stick are offered in the lobby, as long as the stick is plugged in."""

import shutil
from importlib import resources
from pathlib import Path

import pytest

from hal.computer.sticks import sticks
from table.games.files.offers import Shelf
from table.games.files.usb import StickShelf
from table.games.legion.data import catalogue
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.lists.stored import stored_lists
from table.games.legion.rules.model.armies import Army
from table.words import Words
from tests.setups import setup_in

SYSTEM = "legion_2024"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "media" / "ANA"
    stick.mkdir(parents=True)
    shutil.copy(stored_lists(None)[0].path, stick / "friday.json")
    return stick


def shelf(*plugged: Path) -> StickShelf:
    known = catalogue.load()
    return StickShelf(LegionShelf(known, None), lambda folder: LegionShelf(known, folder), lambda: plugged)


def named(offered: Shelf) -> list[str]:
    return [Words().say(offer.name) for offer in offered.offers(SYSTEM)]


def test_a_list_on_a_stick_is_offered_with_the_sticks_name_and_can_be_played(stick: Path) -> None:
    (offer,) = [offer for offer in shelf(stick).offers(SYSTEM) if offer.id.startswith("stick:")]
    assert Words().say(offer.name).endswith("(on ANA)")
    assert isinstance(shelf(stick).fetch(SYSTEM, offer.id), Army)


def test_the_samples_stand_there_once(stick: Path) -> None:
    assert len(named(shelf(stick))) == len(named(shelf())) + 1


def test_a_stick_that_was_pulled_out_meanwhile_is_asked_for(stick: Path) -> None:
    (offer,) = [offer for offer in shelf(stick).offers(SYSTEM) if offer.id.startswith("stick:")]
    (refused,) = shelf().fetch(SYSTEM, offer.id)
    assert "Plug it in" in Words().say(refused.why)


def test_on_a_stick_with_a_folder_of_ours_nothing_else_is_looked_at(stick: Path) -> None:
    (stick / "command-table").mkdir()
    shutil.move(stick / "friday.json", stick / "command-table" / "saturday.json")
    (stick / "shopping.txt").write_text("milk", "utf-8")
    assert not [offer for offer in shelf(stick).offers(SYSTEM) if offer.wrong]
    assert [offer.id for offer in shelf(stick).offers(SYSTEM)][-1] == "stick:ANA:own:saturday.json"


def test_what_is_no_list_reports_it_and_is_not_offered(stick: Path) -> None:
    (stick / "broken.json").write_text("{", "utf-8")
    assert [offer.id for offer in shelf(stick).offers(SYSTEM) if offer.wrong] == ["stick:ANA:own:broken.json"]


def test_two_sticks_of_one_label_do_not_lend_each_other_their_lists(stick: Path, tmp_path: Path) -> None:
    other = tmp_path / "run" / "ANA"
    other.mkdir(parents=True)
    shutil.copy(stored_lists(None)[1].path, other / "friday.json")
    there = shelf(stick, other, stick)
    ids = [offer.id for offer in there.offers(SYSTEM) if offer.id.startswith("stick:")]
    assert ids == ["stick:ANA:own:friday.json", "stick:ANA (2):own:friday.json"]
    first, second = (there.fetch(SYSTEM, one) for one in ids)
    assert first != second
    assert [part.name for part in there.parts(SYSTEM)] == ["", "", "ANA", "ANA (2)"]


class TestALinkOnAStick:
    """One that leads off it would have the table read its own secrets, or the other's list, onto the screen."""

    def test_is_reported_and_not_read_where_it_leads_elsewhere(self, stick: Path, tmp_path: Path) -> None:
        shutil.move(stick / "friday.json", tmp_path / "secret.json")
        (stick / "friday.json").symlink_to(tmp_path / "secret.json")
        (offer,) = [offer for offer in shelf(stick).offers(SYSTEM) if offer.id.startswith("stick:")]
        assert [why.key for why in offer.wrong] == ["lobby.leads_away"]
        assert Words().say(offer.name) == "friday.json (on ANA)"
        (refused,) = shelf(stick).fetch(SYSTEM, offer.id)
        assert "Copy the list itself" in Words().say(refused.why)

    def test_is_followed_on_the_stick_itself(self, stick: Path) -> None:
        (stick / "saturday.json").symlink_to("friday.json")
        offers = [offer for offer in shelf(stick).offers(SYSTEM) if offer.id.startswith("stick:")]
        assert [offer.wrong for offer in offers] == [(), ()]

    def test_may_be_the_tables_folder_as_little_as_a_file(self, stick: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        shutil.move(stick / "friday.json", tmp_path / "elsewhere" / "friday.json")
        (stick / "command-table").symlink_to(tmp_path / "elsewhere")
        (offer,) = [offer for offer in shelf(stick).offers(SYSTEM) if offer.id.startswith("stick:")]
        assert [why.key for why in offer.wrong] == ["lobby.leads_away"]

    @pytest.mark.parametrize("system", ["infinity", "tide_of_iron"])
    def test_may_be_a_games_folder_as_little(self, system: str, tmp_path: Path) -> None:
        setup = setup_in(tmp_path / "state")
        rule_set = setup.games.rule_sets[system]
        assert rule_set.lists is not None
        sample = next(entry.path for entry in rule_set.lists.stored(Path("none")))
        room = {"infinity": "infinity", "tide_of_iron": "scenarios"}[system]
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "ANA").mkdir()
        shutil.copy(sample, tmp_path / "elsewhere" / sample.name)
        (tmp_path / "ANA" / "round").symlink_to("round")
        (tmp_path / "ANA" / room).symlink_to(tmp_path / "elsewhere")
        of_game = rule_set.shelf_of(tmp_path / "state")
        assert isinstance(of_game, StickShelf)
        there = of_game.with_sticks(tmp_path / "ANA")
        (offer,) = [offer for offer in there.offers(system) if offer.id.startswith("stick:")]
        assert [why.key for why in offer.wrong] == ["lobby.leads_away"]


def test_mounted_sticks_are_found_by_where_they_are_mounted(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/mounts").write_text(
        "/dev/mmcblk0p2 / ext4 rw 0 0\n"
        "/dev/sda1 /run/media/command-table/ANA\\040B vfat ro 0 0\n"
        "/dev/sdb1 /media/pi/LISTS vfat rw 0 0\n"
        "/dev/sdc1 /mnt/backup ext4 rw 0 0\n"
        "rubbish\n",
        "utf-8",
    )
    assert [path.name for path in sticks(tmp_path)] == ["LISTS", "ANA B"]
    assert sticks(tmp_path / "nowhere") == ()


@pytest.mark.parametrize("system", ["legion_2024", "legion_classic", "infinity", "tide_of_iron"])
def test_every_system_takes_lists_from_a_stick(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {
        "legion_2024": ("table.games.legion.lists", "samples/current", ""),
        "legion_classic": ("table.games.legion.lists", "samples/classic", ""),
        "infinity": ("table.games.infinity.lists", "samples", "infinity"),
        "tide_of_iron": ("table.games.tide_of_iron.scenarios", "samples", "scenarios"),
    }
    package, samples, folder = places[system]
    stick = tmp_path / "stick"
    (stick / folder).mkdir(parents=True)
    source = Path(str(resources.files(package).joinpath(samples)))
    sample = next(path for path in sorted(source.iterdir()) if path.suffix in (".json", ".toml"))
    shutil.copy(sample, stick / folder / sample.name)
    monkeypatch.setattr("table.games.files.usb.StickShelf.__init__.__defaults__", (lambda: (stick,),))
    offered = setup_in(tmp_path / "state").games.shelf.offers(system)
    assert [offer for offer in offered if offer.id.startswith("stick:stick:") and not offer.wrong]
    mine = [offer for offer in offered if offer.id.startswith("stick:stick:")]
    assert {other for offer in mine for other in offer.against} <= {offer.id for offer in mine}
