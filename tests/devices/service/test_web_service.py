"""`make install WEB=yes`: a service of its own for those who watch, which can read two sockets and nothing else."""

import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from table.config import Config, load
from table.devices.edge.line_socket import LineSocket
from table.devices.edge.transport import GROUP
from table.program.cli import main
from tests.devices.edge.kit import EdgeOfTest
from tests.devices.edge.test_line_socket import Lines
from tests.devices.service.pi import Pi

SERVICE = Path(__file__).parents[3] / "table/devices/service"
UNITS = {name: SERVICE / f"{name}.service" for name in ("command-table", "command-table-web")}
FOLDER, SOCKETS = SERVICE / "command-table-web-folder.conf", SERVICE / "command-table-web-sockets.conf"
PLACES = (
    "etc/systemd/system/command-table-web.service",
    "etc/systemd/system/command-table.service.d/web.conf",
    "etc/tmpfiles.d/command-table-web.conf",
)
FOUND = "etc/avahi/services/command-table.service"


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNITS[name], "utf-8")
    return parser


@pytest.mark.slow
class TestInstallation:
    def test_it_is_offered_and_not_done(self, pi: Pi) -> None:
        done = pi.runs()
        assert "sudo make install WEB=yes" in done.stdout
        assert [place for place in (*PLACES, FOUND) if (pi.root / place).exists()] == []
        assert "command-table-web" not in pi.asked()

    def test_who_asks_for_it_gets_a_user_a_service_and_a_folder_of_sockets(self, pi: Pi) -> None:
        done = pi.runs(web="yes")
        assert done.returncode == 0, done.stderr
        assert [place for place in PLACES if not (pi.root / place).exists()] == []
        asked = pi.asked()
        (added,) = re.findall(r"useradd .* command-table-web\n", asked)
        assert "--system --user-group" in added
        assert "usermod --append --groups command-table" not in asked, "it is in no group of the table's"
        assert 'sockets = "/run/command-table-feed"' in done.stdout, "the owner is told what is still to be set"

    def test_a_table_that_shows_something_already_is_not_notified_again(self, pi: Pi) -> None:
        pi.runs()
        config = pi.root / "etc/command-table/config.toml"
        config.write_text(config.read_text("utf-8") + '\n[web]\nspectators = "now"\n', "utf-8")
        assert "shows nothing" not in pi.runs(web="yes").stdout

    def test_it_stays_with_the_next_version(self, pi: Pi) -> None:
        pi.runs(web="yes")
        (pi.root / PLACES[0]).write_text("older", "utf-8")
        assert pi.runs().returncode == 0
        assert (pi.root / PLACES[0]).read_bytes() == UNITS["command-table-web"].read_bytes()

    def test_phones_find_it_where_there_is_avahi(self, pi: Pi) -> None:
        (pi.root / FOUND).parent.mkdir(parents=True)
        pi.runs(web="yes")
        group = ElementTree.parse(pi.root / FOUND).getroot()
        kinds = {each.findtext("type"): each.findtext("port") for each in group.iter("service")}
        assert kinds == {"_http._tcp": str(Config().web.port), "_command-table._tcp": str(Config().web.port)}
        assert [each.text for each in group.iter("txt-record")] == ["api=/api/v1"], "no version is told to everybody"

    @pytest.mark.parametrize(
        ("lines", "kind"),
        [
            ('[web]\ntls = { cert = "/c.pem", key = "/k.pem" }\n', "_https._tcp"),
            ('[web.tls]\ncert = "/c.pem"\nkey = "/k.pem"\n', "_https._tcp"),
            ("[hall]\ntls = true\n# tls = {}\n", "_http._tcp"),
        ],
    )
    def test_with_a_certificate_they_find_its_encrypted_pages(self, lines: str, kind: str, pi: Pi) -> None:
        (pi.root / FOUND).parent.mkdir(parents=True)
        config = pi.root / "etc/command-table/config.toml"
        config.parent.mkdir(parents=True)
        config.write_text(lines, "utf-8")
        assert pi.runs(web="yes").returncode == 0
        group = ElementTree.parse(pi.root / FOUND).getroot()
        assert {each.findtext("type") for each in group.iter("service")} == {kind, "_command-table._tcp"}
        reported = [each.text for each in group.iter("txt-record")]
        assert reported == ["api=/api/v1", *(["scheme=https"] if kind == "_https._tcp" else [])]

    def test_taken_away_nothing_of_it_is_left(self, pi: Pi) -> None:
        (pi.root / FOUND).parent.mkdir(parents=True)
        pi.runs(web="yes")
        assert pi.runs("remove").returncode == 0
        assert [place for place in (*PLACES, FOUND) if (pi.root / place).exists()] == []

    def test_another_word_is_refused_before_anything_is_done(self, pi: Pi) -> None:
        done = pi.runs(web="maybe")
        assert (done.returncode, pi.asked()) == (1, "")
        assert "WEB=maybe" in done.stderr


class TestUnit:
    def test_it_is_another_user_that_sees_no_state_folder_and_writes_nothing(self) -> None:
        web, table = unit("command-table-web")["Service"], unit("command-table")["Service"]
        assert web["User"] != table["User"]
        assert web["InaccessiblePaths"] == "-/var/lib/command-table"
        assert web["ProtectSystem"] == "strict"
        assert not {"ReadWritePaths", "StateDirectory", "SupplementaryGroups", "RuntimeDirectory"} & set(web)
        assert web["CapabilityBoundingSet"] == ""

    def test_it_sees_the_folder_in_which_its_certificate_lies(self) -> None:
        """Each file below it is read by the user's own group alone: the service has no capability to read others'."""
        web = unit("command-table-web")["Service"]
        hidden = web["InaccessiblePaths"].replace("-", "").split()
        assert not any("/etc/command-table".startswith(place) for place in hidden)
        assert (web["ProtectSystem"], web["Group"]) == ("strict", "command-table-web")
        assert not {"RootDirectory", "TemporaryFileSystem", "ExecPaths"} & set(web)

    def test_it_may_open_one_port_and_speaks_to_its_own_network_alone(self) -> None:
        web = unit("command-table-web")["Service"]
        assert (web["SocketBindDeny"], web["SocketBindAllow"]) == ("any", f"tcp:{Config().web.port}")
        assert web["IPAddressDeny"] == "any"
        assert not {"any", "0.0.0.0/0", "::/0"} & set(web["IPAddressAllow"].split())

    def test_the_tables_own_service_still_has_no_network(self) -> None:
        table = unit("command-table")["Service"]
        assert table["IPAddressDeny"] == "any"
        assert "AF_INET" not in table["RestrictAddressFamilies"]
        assert "IPAddress" not in FOLDER.read_text("utf-8")

    @pytest.mark.slow
    @pytest.mark.parametrize(("name", "most"), [("command-table", 1.2), ("command-table-web", 1.5)])
    def test_systemd_rates_it_as_little_exposed(self, name: str, most: float) -> None:
        if shutil.which("systemd-analyze") is None:
            pytest.skip("there is no systemd here")
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNITS[name])]
        printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        (level,) = re.findall(r"exposure level for \S+: ([0-9.]+)", printed)
        assert float(level) <= most

    @pytest.mark.parametrize("document", ["[web]\nport = 80\n", "[web]\nlisten = 'here'\n", "[web]\nsockets = 'x'\n"])
    def test_a_configuration_with_problems_is_reported_and_not_tried_again(self, document: str, tmp_path: Path) -> None:
        assert unit("command-table-web")["Service"]["RestartPreventExitStatus"] == "2"
        wrong = tmp_path / "table.toml"
        wrong.write_text(document, "utf-8")
        done = CliRunner().invoke(main, ["web", "--config", str(wrong)])
        assert (done.exit_code, "web." in done.output) == (2, True)


class TestSockets:
    def test_the_folder_gives_its_group_to_what_the_table_makes_in_it(self) -> None:
        lines = [line for line in SOCKETS.read_text("utf-8").splitlines() if not line.startswith("#")]
        folders = []
        for line in lines:
            kind, folder, mode, owner, group, _ = line.split()
            assert (kind, mode) == ("d", "2750"), "nobody else may even see what is in it"
            assert owner == unit("command-table")["Service"]["User"]
            assert group == unit("command-table-web")["Service"]["Group"]
            folders.append(folder)
        assert folders[1:] == [f"{folders[0]}/phones", f"{folders[0]}/far"]
        assert f"ReadWritePaths=-{folders[0]}" in FOLDER.read_text("utf-8").splitlines()

    def test_in_such_a_folder_the_group_may_read_them(self, tmp_path: Path) -> None:
        folder = tmp_path / "feed"
        folder.mkdir()
        folder.chmod(0o2750)
        if os.geteuid() == 0:
            os.chown(folder, -1, 12345)
        server = EdgeOfTest(folder, LineSocket(Lines()), mode=GROUP)
        found = (folder / "feed").stat()
        server.close()
        assert found.st_mode & 0o777 == 0o660
        assert found.st_gid == folder.stat().st_gid

    @pytest.mark.slow
    def test_who_is_in_no_such_group_reads_neither_socket_nor_state(self, tmp_path: Path) -> None:
        """Tried as the users themselves: it needs root to become another one."""
        if os.geteuid() != 0:
            pytest.skip("only root can be somebody else")
        for each in (tmp_path, *tmp_path.parents[:3]):
            each.chmod(each.stat().st_mode | 0o011)
        state, folder = tmp_path / "state", tmp_path / "feed"
        state.mkdir(mode=0o700)
        (state / "secret").write_text("secret", "utf-8")
        folder.mkdir()
        os.chown(folder, 4242, 12345)
        folder.chmod(0o2750)
        server = EdgeOfTest(folder, LineSocket(Lines()), mode=GROUP)
        code = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"

        def tries(group: int, command: list[str]) -> int:
            return subprocess.run(
                command, user=4343, group=group, extra_groups=[], stderr=subprocess.DEVNULL, check=False, cwd="/"
            ).returncode

        reads = [shutil.which("python3", path="/usr/bin") or "python3", "-c", code, str(folder / "feed")]
        try:
            assert tries(12345, reads) == 0
            assert tries(54321, reads) != 0
            assert tries(12345, ["/bin/cat", str(state / "secret")]) != 0
        finally:
            server.close()


def test_the_example_for_a_pi_reports_how_it_is_switched_on(tmp_path: Path) -> None:
    example = (SERVICE.parents[2] / "examples/raspberry-pi.toml").read_text("utf-8")
    marked = example.index("# [web]")
    switched_on = tmp_path / "table.toml"
    switched_on.write_text(example[:marked] + example[marked:].replace("# ", ""), "utf-8")
    config, problems = load(switched_on)
    assert problems == ()
    assert (config.web.spectators, config.web.listen) == ("delay", "0.0.0.0")
    assert config.web.folder(config.state.path) == Path("/run/command-table-feed")
    assert load(SERVICE.parents[2] / "examples/raspberry-pi.toml").config.web == Config().web
