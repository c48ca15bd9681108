"""The lobby offers lists for each system, and judges a list by its own edition."""

import json
from pathlib import Path

import pytest

from table.config import Config
from table.devices.setup import Setup
from table.games.legion.rules.model.armies import Army
from table.rules.refusal import Refusal
from tests.setups import setup_in


def rules(fetched: object) -> list[str]:
    assert isinstance(fetched, tuple), fetched
    return [refusal.rule for refusal in fetched if isinstance(refusal, Refusal)]


def test_each_system_has_a_shelf_with_samples_of_its_own(tmp_path: Path) -> None:
    offered = setup_in(tmp_path).games.shelf
    by_system = {
        system: {offer.id for offer in offered.offers(system) if offer.id.startswith("sample:")}
        for system in Setup.of(Config()).games
        if "legion" in system
    }
    assert set(by_system) == {"legion_2024", "legion_classic"}
    assert not by_system["legion_2024"] & by_system["legion_classic"]
    for system, samples in by_system.items():
        assert len(samples) == (5 if system == "legion_2024" else 2)
        for sample in samples:
            assert isinstance(offered.fetch(system, sample), Army), sample


@pytest.mark.rule("TB-15")
@pytest.mark.rule("TB-81")
def test_files_that_are_broken_are_reported_in_every_game_with_all_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "street.toml").write_text('name = "A street"\nrounds = 0\ninitiative = "x"\n[sides]\n')
    (lists(tmp_path) / "cut.json").write_text('{"units": [')
    (tmp_path / "lists" / "infinity").mkdir()
    (tmp_path / "lists" / "infinity" / "odd.toml").write_text("[[trooper]]\nnam = 'A'\n")
    offered = setup_in(tmp_path).games.shelf
    wrong = {
        system: {offer.id: offer.wrong for offer in offered.offers(system) if offer.wrong}
        for system in Setup.of(Config()).games
    }
    assert {system: list(files) for system, files in wrong.items()} == {
        "legion_2024": ["own:cut.json"],
        "legion_classic": ["own:cut.json"],
        "infinity": ["own:odd.toml"],
        "tide_of_iron": ["own:street.toml"],
    }
    street = [problem.key for problem in wrong["tide_of_iron"]["own:street.toml"]]
    assert len(street) >= 3
    assert set(street) == {"tide.problem", "tide.problem.line"}
    assert {offer.kind for offer in offered.offers("tide_of_iron")} == {"side"}


def lists(folder: Path) -> Path:
    """Where the players' own lists are in a table's state folder."""
    place = folder / "lists"
    place.mkdir()
    return place


@pytest.mark.rule("LC-01")
@pytest.mark.rule("LC-02")
@pytest.mark.rule("LC-03")
@pytest.mark.rule("LC-05")
def test_a_classic_list_is_refused_with_every_rule_that_its_hand_breaks(tmp_path: Path) -> None:
    cards = ["Ambush", "Ambush", "Push", "Change of Plans", "Assault", "Standing Orders"]
    (lists(tmp_path) / "short.json").write_text(json.dumps({"units": ["Leia Organa", "AT-RT"], "commandCards": cards}))
    broken = rules(setup_in(tmp_path).games.shelf.fetch("legion_classic", "own:short.json"))
    assert {"LC-01", "LC-02", "LC-03", "LC-05"} <= set(broken)


@pytest.mark.rule("LC-02")
def test_an_own_list_is_offered_in_both_editions_and_judged_by_the_one_it_is_played_in(tmp_path: Path) -> None:
    """Idiot's Array counts for one pip in the classic hand and for three in the current one."""
    cards = ["Idiot's Array", "Ambush", "Push", "Turning the Tide", "Assault", "Covering Fire", "Standing Orders"]
    units = ["Lando Calrissian Canny General", "Rebel Troopers"]
    source = {"armyFaction": "rebel", "units": units, "commandCards": cards}
    (lists(tmp_path) / "lando.json").write_text(json.dumps(source))
    offered = setup_in(tmp_path).games.shelf
    assert "own:lando.json" in {offer.id for offer in offered.offers("legion_2024")}
    assert isinstance(offered.fetch("legion_classic", "own:lando.json"), Army)
    assert set(rules(offered.fetch("legion_2024", "own:lando.json"))) == {"LC-02"}
