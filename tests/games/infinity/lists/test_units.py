"""An army code with the publisher's unit data, or with names of its owner's, becomes a list that asks nothing."""

import gzip
import json
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from table.games.files.list_format import MOST_DATA_BYTES, CompletedList, DataFile
from table.games.files.raw_list import ListError
from table.games.infinity.lists import completing
from table.games.infinity.lists.codes.layouts import CodeMember
from table.games.infinity.lists.force_list import read_force
from table.games.infinity.lists.unit_data import UnitData
from table.games.infinity.rules.model.forces import Order
from table.words import Words
from tests.games.infinity.lists.test_codes import CODE
from tests.games.infinity.lists.test_lists import imported

SKILLS = {1: "Lieutenant", 2: "Hidden Deployment", 3: "Peripheral (Servant)"}


def option(id: int, *orders: str, points: int = 20, skills: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    given = [{"type": order, "list": 1, "total": 2 if order == "LIEUTENANT" else 1} for order in orders]
    return {"id": id, "orders": given, "points": points, "skills": [{"id": each} for each in skills], **more}


def unit(id: int, *groups: tuple[str, int, tuple[dict[str, Any], ...]]) -> dict[str, Any]:
    return {
        "id": id,
        "isc": f"UNIT {id}",
        "profileGroups": [
            {"id": number, "isc": name, "profiles": [{"name": name, "wip": wip}], "options": list(options)}
            for number, (name, wip, options) in enumerate(groups, 1)
        ],
    }


DATA: dict[str, Any] = {
    "version": "made up",
    "units": [
        unit(283, ("Ranger", 13, (option(2, "REGULAR"),))),
        unit(
            9,
            (
                "Surgeon",
                14,
                (
                    option(
                        130,
                        "IRREGULAR",
                        "IMPETUOUS",
                        "LIEUTENANT",
                        skills=(1,),
                        includes=[{"q": 2, "group": 2, "option": 1}],
                    ),
                ),
            ),
            ("Mule", 10, (option(1, points=3, skills=(3,)),)),
        ),
        unit(500, ("Base", 12, ()), ("Scout", 12, (option(1, "REGULAR", "TACTICAL", skills=(2,)),))),
    ],
    "filters": {"skills": [{"id": id, "name": name} for id, name in SKILLS.items()]},
}
FILE = json.dumps(DATA).encode()


def file(content: bytes, name: str = "kestrel", found: bool = False) -> DataFile:
    return DataFile(name, lambda: content, found)


def completed(content: str, data: bytes | None, called: dict[str, str]) -> str:
    return completing.completed(content, () if data is None else (file(data),), called).words


def by_files(*files: DataFile) -> CompletedList:
    return completing.completed(CODE, files, {})


def why(content: str = CODE, data: bytes | None = FILE, **called: str) -> list[str]:
    with pytest.raises(ListError) as caught:
        completed(content, data, {id.replace("_", "."): name for id, name in called.items()})
    return [problem.key for problem in caught.value.problems]


def test_the_data_give_names_orders_lieutenant_peripherals_points_and_wip() -> None:
    written = completed(CODE, FILE, {})
    result = read_force(written)
    assert (result.problems, result.warnings) == ((), ())
    force = result.force
    assert force is not None
    assert [(t.name, t.group, t.order, t.points) for t in force.troopers] == [
        ("Ranger", 1, Order.REGULAR, 20), ("Ranger (2)", 1, Order.REGULAR, 20), ("Surgeon", 1, Order.IRREGULAR, 20),
        ("Surgeon: Mule 1", 1, Order.NONE, 0), ("Surgeon: Mule 2", 1, Order.NONE, 0),
        ("Scout", 2, Order.REGULAR, 20),
    ]  # fmt: skip
    surgeon, mule, scout = force.troopers[2], force.troopers[3], force.troopers[5]
    assert (surgeon.impetuous, surgeon.wip, mule.peripheral_of, scout.tactical) == (True, 14, surgeon.id, True)
    assert "# hidden = true" in written.split("Scout")[1], "whether it does is its owner's to say"
    assert force.lieutenant_orders == 2


@pytest.mark.rule("TB-100")
def test_names_do_not_reveal_what_option_it_is() -> None:
    force = read_force(completed(CODE, FILE, {})).force
    assert force is not None
    assert not any("Lieutenant" in trooper.name or "130" in trooper.name for trooper in force.troopers)


def test_without_data_troopers_can_be_named() -> None:
    force = read_force(completed(CODE, None, {"283.1": "Ranger", "9.1.130": "Doc"})).force
    assert force is not None
    assert [trooper.name for trooper in force.troopers] == ["Ranger", "Ranger (2)", "Doc", "500.2"]


@pytest.mark.rule("TB-101")
def test_what_cannot_be_used_is_reported() -> None:
    assert why(data=b"[]") == ["units.unreadable"]
    assert why(data=b"no JSON") == ["units.unreadable"]
    assert why(data=b'{"units": [' + b"[" * 5000) == ["units.unreadable"]
    assert why(data='{"units": [{"name": "Señor"}]}'.encode("latin-1")) == ["units.unreadable"], "in no fault of ours"
    assert why(data=b"{}") == ["units.none"]
    assert why(data=b"x" * (MOST_DATA_BYTES + 1)) == ["units.too_big"]
    assert why(data=json.dumps({"units": [unit(1, ("Other", 12, (option(1, "REGULAR"),)))]}).encode()) == [
        "units.missing"
    ], "of another faction"
    assert why(data=None, **{"77_1": "Nobody"}) == ["units.nobody"]
    assert why('[[trooper]]\nname = "A"\n') == ["units.no_code"]


@pytest.mark.parametrize(
    ("language", "either"),
    [
        ("en", "older or newer than the list"),
        ("de", "älter oder neuer als die Liste"),
        ("es", "más antiguos o más nuevos que la lista"),
    ],
)
def test_data_without_a_unit_of_the_code_may_be_older_or_newer(language: str, either: str) -> None:
    """Units are dropped from later data too."""
    few = json.dumps({"units": DATA["units"][:1]}).encode()
    (note,) = by_files(file(few)).notes
    assert either in Words(language).say(note)


def data_of(*units: dict[str, Any]) -> bytes:
    return json.dumps(DATA | {"units": list(units)}).encode()


def test_a_unit_that_the_data_lack_keeps_its_number_and_the_rest_is_complete() -> None:
    words, notes = by_files(file(data_of(DATA["units"][0])))
    force = read_force(words).force
    assert force is not None
    assert [(t.name, t.order) for t in force.troopers] == [
        ("Ranger", Order.REGULAR), ("Ranger (2)", Order.REGULAR), ("9.1", None), ("500.2", None),
    ]  # fmt: skip
    assert [dict(note.args)["ids"] for note in notes] == ["500.2.1, 9.1.130"]


def test_several_files_have_the_units_together() -> None:
    ranger, surgeon, base = DATA["units"]
    both = by_files(file(data_of(ranger), "a"), file(data_of(surgeon, base), "b"))
    assert both == (completed(CODE, FILE, {}), ())


def test_files_that_were_found_are_passed_over_without_data_and_unread_once_everybody_is_known() -> None:
    def unread() -> bytes:
        raise AssertionError

    assert by_files(file(FILE), DataFile("more", unread, found=True)).notes == ()
    assert by_files(file(b"{}", "mail", found=True), file(FILE, "x", found=True)).notes == ()


def test_the_file_with_the_factions_name_comes_before_one_with_as_many_units() -> None:
    slug = "kestrel"
    other = json.loads(FILE)
    other["units"][0]["profileGroups"][0]["isc"] = "Stranger"
    files = (file(json.dumps(other).encode(), "z", found=True), file(FILE, slug, found=True))
    for order in (files, files[::-1]):
        assert by_files(*order).words.count("Stranger") == 0


def test_a_folder_of_data_and_the_reinforcements_beside_a_named_file_are_found(tmp_path: Path) -> None:
    ranger, surgeon, base = DATA["units"]
    (tmp_path / "kestrel.json").write_bytes(data_of(ranger, surgeon))
    (tmp_path / "late.json.gz").write_bytes(gzip.compress(data_of(base)))
    (tmp_path / "mail.json").write_text("[]")
    for named in (tmp_path, tmp_path / "kestrel.json"):
        printed = imported(CODE, "--units", str(named), "--lists", str(tmp_path / "lists"))
        assert (printed.exit_code, "Scout" in printed.output, "0 to be asked" in printed.output) == (0, True, True), (
            printed.output
        )
    (tmp_path / "late.json.gz").unlink()
    printed = imported(CODE, "--units", str(tmp_path), "--lists", str(tmp_path / "lists"))
    assert (printed.exit_code, "500.2.1" in printed.output, "Surgeon" in printed.output) == (0, True, True), (
        printed.output
    )


@pytest.mark.rule("IN-22")
def test_the_proxies_of_a_g_jumper_are_one_trooper() -> None:
    data = json.loads(FILE)
    data["filters"]["skills"].append({"id": 9, "name": "G: Jumper"})
    data["units"][0]["profileGroups"][0]["profiles"][0]["skills"] = [{"id": 9}]
    force = read_force(completed(CODE, json.dumps(data).encode(), {})).force
    assert force is not None
    first, second = force.troopers[:2]
    assert (first.order, second.order, second.proxy_of) == (Order.REGULAR, Order.NONE, first.id)


def test_a_mark_of_the_editor_before_the_data_is_read_over() -> None:
    assert completed(CODE, BOM_UTF8 + FILE, {}) == completed(CODE, FILE, {})


def published(**named: Any) -> bytes:
    """The data in the publisher's manner: nulls for what a unit does not have, and no-break spaces in names."""
    data = json.loads(FILE)
    ranger, surgeon, _ = data["units"]
    ranger["profileGroups"][0] |= {"isc": None, "notes": None, "category": None}
    ranger |= {"name": None, "iscAbbr": None}
    ranger["profileGroups"][0]["profiles"][0]["wip"] = -1
    ranger["profileGroups"][0]["options"][0]["includes"] = None
    surgeon["profileGroups"][0]["options"][0]["skills"].append({"id": 1, "extra": None})
    data["filters"]["skills"][1]["name"] = "Hidden\xa0Deployment"
    data["filters"]["extras"] = [None, {"id": 7, "name": None}]
    return json.dumps(data | named).encode()


def test_a_null_in_the_data_stands_for_what_a_unit_does_not_have() -> None:
    force = read_force(completed(CODE, published(), {})).force
    assert force is not None
    assert [trooper.name for trooper in force.troopers][:3] == ["Ranger", "Ranger (2)", "Surgeon"]


def test_a_trooper_without_wip_is_written_without_it_and_read_again() -> None:
    written = completed(CODE, published(), {})
    result = read_force(written)
    assert (result.problems, "wip = -1" in written) == ((), False)
    assert result.force is not None
    assert [trooper.wip for trooper in result.force.troopers][:3] == [0, 0, 14]


def test_a_skill_whose_name_has_a_no_break_space_is_known() -> None:
    assert "# hidden = true" in completed(CODE, published(), {}).split("Scout")[1]
    scout = UnitData(published()).known(CodeMember(500, 2, 1))
    assert scout is not None
    assert scout.can_hide


def test_a_null_in_place_of_an_id_or_of_the_units_is_no_reason_to_break_off() -> None:
    assert why(data=published(units=None)) == ["units.none"]
    assert why(data=b"null") == ["units.unreadable"]


def test_packed_data_are_unpacked() -> None:
    assert completed(CODE, gzip.compress(FILE), {}) == completed(CODE, FILE, {})
    assert why(data=gzip.compress(FILE)[:-20]) == ["list.packed.damaged"]
    assert why(data=gzip.compress(b" " * (MOST_DATA_BYTES + 1))) == ["units.too_big"]


def test_a_units_first_group_may_be_written_as_0() -> None:
    data = UnitData(FILE)
    assert data.known(CodeMember(283, 0, 2)) == data.known(CodeMember(283, 1, 2)) is not None


def test_it_is_imported_and_kept_as_a_list_that_asks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "kestrel.json"
    file.write_bytes(FILE)
    printed = imported(CODE, "--units", str(file), "--save", "Echo", "--lists", str(tmp_path))
    assert printed.exit_code == 0, printed.output
    assert "3 Regular, 1 Irregular, 1 Tactical; 0 to be asked" in printed.output
    assert "Surgeon: Mule 2" in (tmp_path / "infinity" / "Echo.toml").read_text("utf-8")
    named = imported(CODE, "--call", "283.1=Ranger", "--lists", str(tmp_path))
    assert "Ranger (2)" in named.output
    assert imported(CODE, "--call", "Ranger").exit_code == 2


def test_a_list_that_names_its_units_has_no_use_for_it(tmp_path: Path) -> None:
    result = imported("https://legionhq2.com/list/rebels/1ax", "--call", "1.1=A", "--lists", str(tmp_path))
    assert result.exit_code == 1
    assert "--units and --call" in result.output
