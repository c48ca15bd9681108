"""`make install HALL=yes`: a service of its own that reports the hall, and reads two sockets and a password."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from table.config.schema import WebConfig
from tests.devices.service.pi import Pi

UNIT = Path(__file__).parents[3] / "table/devices/service/command-table-outbox.service"
PLACES = (
    "etc/systemd/system/command-table-outbox.service",
    "etc/systemd/system/command-table.service.d/web.conf",
    "etc/tmpfiles.d/command-table-web.conf",
)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def unit() -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT, "utf-8")
    return parser


@pytest.mark.slow
class TestInstallation:
    def test_nobody_gets_it_unasked(self, pi: Pi) -> None:
        pi.runs(web="yes")
        assert not (pi.root / PLACES[0]).exists()
        assert "hall" not in pi.asked()

    def test_who_asks_for_it_gets_the_service_and_is_shown_what_is_missing(self, pi: Pi) -> None:
        done = pi.runs(hall="yes")
        assert done.returncode == 0, done.stderr
        assert [place for place in PLACES if not (pi.root / place).exists()] == []
        assert "useradd" in pi.asked(), "the group of the sockets"
        assert not (pi.root / "etc/systemd/system/command-table-web.service").exists()
        assert "/etc/command-table/hall-password" in done.stdout
        assert "names no hall yet" in done.stdout

    def test_both_go_together_and_stay_with_the_next_version(self, pi: Pi) -> None:
        pi.runs(web="yes", hall="yes")
        (pi.root / PLACES[0]).write_text("older", "utf-8")
        assert pi.runs().returncode == 0
        assert (pi.root / PLACES[0]).read_bytes() == UNIT.read_bytes()

    def test_a_table_that_has_all_of_it_is_sent_nothing(self, pi: Pi) -> None:
        pi.runs()
        folder = pi.root / "etc/command-table"
        (folder / "hall-password").touch()
        config = folder / "config.toml"
        config.write_text(config.read_text("utf-8") + '\n[hall]\nbroker = "hall.local"\n', "utf-8")
        done = pi.runs(hall="yes")
        assert "hall-password" not in done.stdout
        assert "names no hall" not in done.stdout

    def test_taken_away_nothing_of_it_is_left(self, pi: Pi) -> None:
        pi.runs(hall="yes")
        assert pi.runs("remove").returncode == 0
        assert [place for place in PLACES if (pi.root / place).exists()] == []

    def test_another_word_is_refused_before_anything_is_done(self, pi: Pi) -> None:
        done = pi.runs(hall="maybe")
        assert (done.returncode, pi.asked()) == (1, "")
        assert "HALL=maybe" in done.stderr


class TestUnit:
    def test_the_socket_of_phones_is_not_in_its_sight(self) -> None:
        """It needs the feeds. Taken over, it could otherwise greet the table as a phone."""
        folder = WebConfig(sockets="/run/command-table-feed").phones_folder(Path("/var/lib/command-table"))
        assert f"-{folder}" in unit()["Service"]["InaccessiblePaths"].split()
        made = (UNIT.parent / "command-table-web-sockets.conf").read_text("utf-8")
        assert f"d {folder} 2750 command-table command-table-web -" in made, "it is there before the service starts"

    def test_the_socket_for_another_table_is_not_in_its_sight(self) -> None:
        folder = WebConfig(sockets="/run/command-table-feed").far_folder(Path("/var/lib/command-table"))
        assert f"-{folder}" in unit()["Service"]["InaccessiblePaths"].split()
        made = (UNIT.parent / "command-table-web-sockets.conf").read_text("utf-8")
        assert f"d {folder} 2750 command-table command-table-web -" in made, "it is there before the service starts"

    def test_it_is_a_user_of_its_own_that_sees_no_state_folder(self) -> None:
        service = unit()["Service"]
        assert (service["DynamicUser"], service["SupplementaryGroups"]) == ("yes", "command-table-web")
        assert "-/var/lib/command-table" in service["InaccessiblePaths"].split()
        assert (service["ProtectSystem"], service["CapabilityBoundingSet"]) == ("strict", "")
        assert f"--folder /var/lib/{service['StateDirectory']}" in service["ExecStart"]

    def test_its_password_is_roots_and_comes_to_it_alone(self) -> None:
        service = unit()["Service"]
        assert service["LoadCredential"] == "hall-password:/etc/command-table/hall-password"
        assert "--password %d/hall-password" in service["ExecStart"]

    def test_it_opens_no_port_and_speaks_with_private_networks_alone(self) -> None:
        service = unit()["Service"]
        assert (service["SocketBindDeny"], "SocketBindAllow" in service) == ("any", False)
        assert service["IPAddressDeny"] == "any"
        assert not {"any", "0.0.0.0/0", "::/0"} & set(service["IPAddressAllow"].split())

    @pytest.mark.slow
    def test_systemd_rates_it_as_little_exposed(self) -> None:
        if shutil.which("systemd-analyze") is None:
            pytest.skip("there is no systemd here")
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)]
        printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        (level,) = re.findall(r"exposure level for \S+: ([0-9.]+)", printed)
        assert float(level) <= 1.5
