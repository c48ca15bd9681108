"""A hall's folder: what is there keeps its password, and nothing secret is for everybody."""

import os
import shutil
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config import load
from table.network.hall.organiser.folder import read_settings
from table.network.hall.organiser.mosquitto_files import BrokerFiles, password_lines
from table.network.hall.organiser.setting_up import HallPlan, set_up, tables_of

PLAN = HallPlan("main", ("table-1", "table-2"), "hall.local", BrokerFiles("", 1883))
TLS = replace(PLAN, broker=BrokerFiles("", 8883, "/etc/ssl/hall.pem", "/etc/ssl/hall.key"), ca="/etc/ssl/ca.pem")


def texts(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def test_it_makes_what_the_broker_the_hall_and_each_table_need(tmp_path: Path) -> None:
    assert set_up(tmp_path, PLAN) == ("table-1", "table-2")
    assert set(texts(tmp_path)) == {
        "hall.toml", "broker/mosquitto.conf", "broker/passwords", "broker/access",
        "tables/table-1.password", "tables/table-1.toml", "tables/table-2.password", "tables/table-2.toml",
    }  # fmt: skip
    settings = read_settings(tmp_path)
    assert (settings.hall, settings.broker, settings.port, settings.tls) == ("main", "127.0.0.1", 1883, False)
    passwords = [settings.password, *(text for name, text in texts(tmp_path).items() if name.endswith(".password"))]
    assert len({*passwords}) == 3
    assert all(len(each.strip()) >= 24 for each in passwords)


def test_no_password_stands_where_the_broker_reads(tmp_path: Path) -> None:
    set_up(tmp_path, PLAN)
    found = texts(tmp_path)
    secrets = [read_settings(tmp_path).password, found["tables/table-1.password"].strip()]
    assert [name for name, text in found.items() if name.startswith("broker") and any(s in text for s in secrets)] == []


def test_files_are_for_their_owner_and_the_brokers_for_the_broker(tmp_path: Path) -> None:
    set_up(tmp_path, PLAN)
    modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert {modes[name] for name in ("hall.toml", "tables/table-1.password", "tables/table-1.toml")} == {0o600}
    assert (modes["tables"], modes["broker"], modes["broker/passwords"]) == (0o700, 0o750, 0o640)


def test_more_tables_leave_every_password_as_it_is(tmp_path: Path) -> None:
    set_up(tmp_path, PLAN)
    before = texts(tmp_path)
    assert set_up(tmp_path, replace(PLAN, tables=("table-3",))) == ("table-1", "table-2", "table-3")
    after = texts(tmp_path)
    assert {name: after[name] for name in before if name.endswith(("password", "hall.toml"))} == {
        name: text for name, text in before.items() if name.endswith(("password", "hall.toml"))
    }
    assert after["broker/passwords"].count("\n") == 7, "each table, the hall, and the hall once for each table"


def test_root_extends_a_hall_of_another_user_who_can_still_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mosquitto's files belong to root, so that `hall init` has to run as root from then on."""
    given = set[str]()

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        owner = tmp_path.stat()
        assert (user, group, follow_symlinks) == (owner.st_uid, owner.st_gid, False)
        given.add(str(path.relative_to(tmp_path)))

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    monkeypatch.setattr(shutil, "chown", lambda *_, **__: None)  # where there is a group of Mosquitto
    set_up(tmp_path, PLAN)
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if "broker" not in path.parts}
    assert given == written


def test_nothing_is_written_for_a_user_who_cannot_write_the_brokers_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(tmp_path, PLAN)
    before = texts(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, _: path != tmp_path / "broker")
    with pytest.raises(PermissionError) as refused:
        set_up(tmp_path, replace(PLAN, tables=("table-3",)))
    assert (refused.value.filename, texts(tmp_path)) == (str(tmp_path / "broker"), before)


def test_a_table_with_a_password_that_was_moved_away_is_one_of_the_hall(tmp_path: Path) -> None:
    set_up(tmp_path, PLAN)
    (tmp_path / "tables/table-1.password").unlink()
    for name in ("hall.table-1.password", "table-2 (copy).toml", "notes.txt"):
        (tmp_path / "tables" / name).touch()
    assert tables_of(tmp_path) == ("table-1", "table-2")


def test_a_tables_lines_are_a_configuration(tmp_path: Path) -> None:
    set_up(tmp_path, TLS)
    loaded = load(tmp_path / "tables/table-2.toml")
    assert loaded.problems == ()
    hall = loaded.config.hall
    assert (hall.broker, hall.port, hall.table, hall.tls, hall.ca) == (
        "hall.local", 8883, "table-2", True, "/etc/ssl/ca.pem",
    )  # fmt: skip


def test_with_a_certificate_the_hall_itself_speaks_encrypted_to_the_name_in_it(tmp_path: Path) -> None:
    set_up(tmp_path, TLS)
    settings = read_settings(tmp_path)
    assert (settings.tls, settings.port, settings.broker) == (True, 8883, "hall.local")
    conf = texts(tmp_path)["broker/mosquitto.conf"]
    assert "certfile /etc/ssl/hall.pem\nkeyfile /etc/ssl/hall.key\n" in conf


def test_what_the_owner_has_changed_stays(tmp_path: Path) -> None:
    set_up(tmp_path, PLAN)
    settings = tmp_path / "hall.toml"
    settings.write_text(settings.read_text("utf-8").replace('"127.0.0.1"\npage', '"0.0.0.0"\npage'), "utf-8")
    set_up(tmp_path, PLAN)
    assert tomllib.loads(settings.read_text("utf-8"))["listen"] == "0.0.0.0"


def test_settings_that_are_none_are_reported(tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text("page_port = 80\n", "utf-8")
    with pytest.raises(ValueError, match="page_port"):
        set_up(tmp_path, PLAN)


def test_passwords_are_spelt_as_mosquitto_spells_them() -> None:
    """A real one takes them: `make hall`."""
    (line,) = password_lines({"table-1": "secret"}, {"table-1": bytes(range(12))}).splitlines()
    name, seven, iterations, salt, found = line.replace(":$", "$").split("$")
    assert (name, seven, iterations, salt, len(found)) == ("table-1", "7", "101", "AAECAwQFBgcICQoL", 88)
