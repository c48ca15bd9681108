"""A file of settings, right or wrong: everything that is wrong is reported at once, with what would be right."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.config import Config, Problem, describe, load
from table.config.schema import HopperConfig, PanelConfig, ReaderConfig
from table.devices.setup import load_setup
from table.games.legion.rules.model.armies import Rank
from tests.config.words import say

ProblemsOf = Callable[[str], list[str]]


@pytest.fixture
def problems_of(tmp_path: Path) -> ProblemsOf:
    """What `check-config` states of a document, without the file's name and the count."""

    def describe_document(document: str) -> list[str]:
        file = tmp_path / "table.toml"
        file.write_text(document, "utf-8")
        lines = describe(load_setup(file).problems, say)
        return [line.removeprefix(f"{file}:") for line in lines[:-1]]

    return describe_document


def the_only_problem(path: Path) -> Problem:
    (problem,) = load(path).problems
    return problem


class TestSettings:
    def test_without_a_file_the_table_is_emulated(self) -> None:
        config, problems = load(None)
        assert (config, problems) == (Config(), ())
        assert config.world == "emulated"
        assert config.dispenser_port == "emulated"

    def test_an_empty_file_changes_nothing(self, tmp_path: Path) -> None:
        file = tmp_path / "empty.toml"
        file.touch()
        assert load(file) == load(None)

    def test_by_default_there_is_a_hopper_for_every_rank_advantage_command_and_regular_orders(self) -> None:
        kinds = [hopper.kind for hopper in Config().hoppers]
        assert kinds == [*Rank, "advantage", "command", "regular"]
        assert all(hopper.low < hopper.content <= hopper.capacity for hopper in Config().hoppers)

    def test_a_section_is_read_and_the_rest_stays_as_it_was(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text('world = "real"\n[screen]\nfullscreen = true\n[seats.red]\nfacing = "top"\n')
        config, problems = load(file)
        assert problems == ()
        assert (config.world, config.screen.fullscreen, config.screen.width) == ("real", True, 1280)
        assert (config.seats.red.facing, config.seats.red.reader) == ("top", "red")
        assert config.seats.blue == Config().seats.blue
        assert config.dispenser_port == "none"

    def test_a_real_table_has_the_panels_that_its_file_names_and_no_others(self, tmp_path: Path) -> None:
        """Six pins of the header would be driven as lamps of which the file reports nothing."""
        file = tmp_path / "table.toml"
        for empty in ("", '[seats.blue]\npanel = "blue"\n', "[panels]\n"):
            file.write_text(f'world = "real"\n{empty}')
            config, problems = load(file)
            assert problems == ()
            assert config.panels == {}
        file.write_text('world = "emulated"\n')
        assert load(file).config.panels == Config().panels, "the emulated bench has its own"

    def test_a_real_table_opens_no_reader_that_its_file_does_not_name(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text('world = "real"\n')
        config, problems = load(file)
        assert problems == ()
        assert (config.readers, config.panels, config.dispenser_port) == ({}, {}, "none")

    def test_named_sections_and_lists_of_a_file_replace_the_defaults(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text(
            "[readers.left]\nspi_hz = 4000000\n[readers.right]\ndevice = 1\n"
            '[seats.blue]\nreader = "left"\n[seats.red]\nreader = "right"\n'
            '[[hoppers]]\nnumber = 11\nkind = "command"\n'
        )
        config, problems = load(file)
        assert problems == ()
        assert config.readers == {"left": ReaderConfig(spi_hz=4_000_000), "right": ReaderConfig(device=1)}
        assert config.hoppers == (HopperConfig(number=11, kind="command"),)

    def test_a_file_is_never_written(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text("world = 1")
        file.chmod(0o444)
        before = file.stat()
        load(file)
        assert file.stat().st_mtime_ns == before.st_mtime_ns
        assert os.listdir(tmp_path) == ["table.toml"]

    def test_a_home_folder_is_found_and_without_one_the_users_state_is_taken(self) -> None:
        assert Config().state.path.name == "command-table"
        assert "~" not in str(load(None).config.state.path)

    def test_the_message_of_a_good_file(self) -> None:
        assert describe((), say) == ["No problems."]


class TestValues:
    def test_every_problem_is_reported_at_once_in_the_order_of_the_file(self, problems_of: ProblemsOf) -> None:
        document = 'world = "Pi"\nfeilds = "on"\n[rules]\nwho_roll = 6\n[sound]\nvolume = 3\nmute = 0\n'
        assert problems_of(document) == [
            '1: world = "Pi": expected one of: real, emulated',
            '2: feilds = "on": no such key here; did you mean fields? The keys are: world, fields, games, seats, '
            "readers, presence, panels, keypads, dispenser, hoppers, screen, sound, speech, state, rules, clock, web, "
            "hall, far, rounds",
            "4: rules.who_roll = 6: no such key here; did you mean who_rolls? The keys are: who_rolls, rolls_by_hand, "
            "draws_by_hand, tokens",
            "6: sound.volume = 3: expected a number from 0.0 to 1.0",
            "7: sound.mute = 0: expected true or false",
        ]

    def test_what_is_missing_is_reported_where_it_should_stand(self, problems_of: ProblemsOf) -> None:
        assert problems_of('[[hoppers]]\nnumber = 1\n[[hoppers]]\nkind = "corps"') == [
            "1: hoppers[1].kind: is missing; expected one of: commander, operative, corps, special, support, heavy, "
            "advantage, command, regular, regular_1, regular_2, regular_3, regular_4, irregular, tactical, lieutenant, "
            "speedball",
            "3: hoppers[2].number: is missing; expected a whole number from 0 to 11",
        ]

    @pytest.mark.parametrize(
        ("document", "right"),
        [
            ("readers = 5", "readers = 5: expected a section for each, with its name"),
            ("hoppers = 5", "hoppers = 5: expected a list of tables: [[hoppers]]"),
            ("hoppers = [5]", "hoppers[1] = 5: expected a table"),
            ("screen = []", "screen = []: expected a table"),
            ("[readers]\nblue = 1\nred = {device = 1}", "readers.blue = 1: expected a table"),
            ("[screen]\nlanguage = 1", "screen.language = 1: expected a text in quotes"),
            ("[screen]\nlanguage = 'eng'", 'screen.language = "eng": expected one of: de, en, es'),
            ("[screen]\nwidth = 1280.5", "screen.width = 1280.5: expected a whole number from 800 to 7680"),
            ("[sound]\nvolume = nan", "sound.volume = NaN: expected a number from 0.0 to 1.0"),
            ("[rounds]\ninfinity = 0", "rounds.infinity = 0: expected a whole number from 1 to 20"),
            ("[rounds]\ninfinity = 2026-01-01", 'rounds.infinity = "2026-01-01": expected a whole number'),
            ('["scr\\u001been"]', '"scr\\u001been" = {}: no such key here; did you mean screen?'),
        ],
    )
    def test_a_wrong_value(self, problems_of: ProblemsOf, document: str, right: str) -> None:
        (line,) = problems_of(document)
        assert right in line

    def test_a_long_value_is_cut_short(self, problems_of: ProblemsOf) -> None:
        (line,) = problems_of(f"world = '{'x' * 5000}'")
        assert len(line) < 120


class TestBetweenKeys:
    def test_a_pin_has_one_use(self, problems_of: ProblemsOf) -> None:
        document = "[readers.blue]\nirq_pin = 17\n[readers.red]\ndevice = 1\nreset_pin = 27\n"
        assert problems_of(document) == [
            " panels.blue.previous = 17: pin 17 is used by readers.blue.irq_pin already; give each a pin of its own",
            " panels.blue.next = 27: pin 27 is used by readers.red.reset_pin already; give each a pin of its own",
        ]

    @pytest.mark.parametrize("pin", [7, 8, 9, 10, 11])
    def test_the_pins_of_the_readers_bus_are_taken(self, problems_of: ProblemsOf, pin: int) -> None:
        (line,) = problems_of(f"[readers.blue]\nreset_pin = {pin}\n[readers.red]\ndevice = 1")
        assert f"pin {pin} belongs to SPI bus 0, which the readers use" in line

    def test_pins_of_a_bus_that_no_reader_uses_are_free(self, problems_of: ProblemsOf) -> None:
        assert problems_of("[readers.blue]\nreset_pin = 18\n[readers.red]\ndevice = 1\nreset_pin = 19") == []

    def test_two_readers_cannot_share_a_chip_select(self, problems_of: ProblemsOf) -> None:
        assert problems_of("[readers.blue]\ndevice = 1\n[readers.red]\ndevice = 1") == [
            "4: readers.red.device = 1: readers.blue is on bus 0, device 1 already; "
            "give each reader a chip select of its own"
        ]

    def test_a_bus_has_so_many_chip_selects(self, problems_of: ProblemsOf) -> None:
        (line,) = problems_of("[readers.blue]\ndevice = 2\n[readers.red]\ndevice = 1")
        assert line == "2: readers.blue.device = 2: SPI bus 0 has devices 0 to 1"

    def test_a_seat_needs_its_own_reader_and_panel_that_exist(self, problems_of: ProblemsOf) -> None:
        assert problems_of('[seats.blue]\nreader = "bleu"\npanel = "red"') == [
            ' seats.red.panel = "red": seats.blue.panel is the same; each seat needs one of its own',
            '2: seats.blue.reader = "bleu": expected one of: blue, red. Closest: blue',
        ]

    def test_a_table_without_a_reader_reports_it_for_each_seat(self, problems_of: ProblemsOf) -> None:
        assert [line for line in problems_of("readers = {}") if "[readers] is empty" in line] == problems_of(
            "readers = {}"
        )
        assert len(problems_of("readers = {}")) == 2

    def test_the_emulated_bench_has_a_panel_for_each_seat(self, problems_of: ProblemsOf) -> None:
        assert len([line for line in problems_of("panels = {}") if "[panels] is empty" in line]) == 2

    def test_two_seats_without_panels_still_have_keys_of_their_own(self, problems_of: ProblemsOf) -> None:
        (line,) = problems_of('world = "real"\n[seats.red]\npanel = "blue"')
        assert "each seat needs one of its own, or none" in line

    def test_two_seats_of_a_real_table_can_take_turns_on_one_reader(self, problems_of: ProblemsOf) -> None:
        both = '[readers.desk]\nkind = "pcsc"\n[seats.blue]\nreader = "desk"\n[seats.red]\nreader = "desk"\n'
        assert problems_of(f'world = "real"\n{both}') == []
        (line,) = problems_of(both)
        assert "each seat needs one of its own" in line, "an emulated table has enough readers"

    @pytest.mark.parametrize("part", ["reader", "panel"])
    def test_a_seat_of_a_real_table_can_do_without_a_part(self, problems_of: ProblemsOf, part: str) -> None:
        both = f'[seats.blue]\n{part} = "none"\n[seats.red]\n{part} = "none"\n'
        assert problems_of(f'world = "real"\n{both}') == []
        assert len(problems_of(both)) == 2, "the bench's hands are at its own parts"

    def test_a_seat_that_is_not_named_is_notified_that_it_can_do_without_a_panel(self, problems_of: ProblemsOf) -> None:
        pins = "previous = 17\nnext = 27\nconfirm = 22\nlamp_red = 5\nlamp_green = 6\nlamp_blue = 13\n"
        (line,) = problems_of(f'world = "real"\n[panels.blue]\n{pins}')
        assert line.endswith("expected one of: blue, none")
        assert problems_of(f'world = "real"\n[panels.blue]\n{pins}[seats.red]\npanel = "none"\n') == []

    def test_a_seat_without_panels_names_none_of_its_own_making(self, problems_of: ProblemsOf) -> None:
        """A typing error, or a section that was lost: `green` is no default of any seat."""
        (line,) = problems_of('world = "real"\n[seats.blue]\npanel = "green"')
        assert 'seats.blue.panel = "green": expected one of: none' in line

    def test_a_reader_with_a_mistake_is_still_there_for_its_seat(self, problems_of: ProblemsOf) -> None:
        (line,) = problems_of('[readers.blue]\ndevice = "zero"\n[readers.red]\ndevice = 1')
        assert "readers.blue.device" in line

    def test_hoppers_differ_in_number_and_kind(self, problems_of: ProblemsOf) -> None:
        twice = '[[hoppers]]\nnumber = 3\nkind = "corps"\n' * 2
        assert problems_of(twice) == [
            "5: hoppers[2].number = 3: hoppers[1].number is the same; give each hopper the number of its own socket",
            '6: hoppers[2].kind = "corps": hoppers[1].kind is the same; put each kind of token into one hopper',
        ]

    @pytest.mark.parametrize("part", ["content", "low"])
    def test_a_hopper_holds_no_more_than_it_can(self, problems_of: ProblemsOf, part: str) -> None:
        (line,) = problems_of(f'[[hoppers]]\nnumber = 0\nkind = "corps"\ncapacity = 10\n{part} = 11')
        assert line == f"5: hoppers[1].{part} = 11: expected at most 10, the hopper's capacity"

    def test_a_misspelt_kind_is_reported_with_the_closest(self, problems_of: ProblemsOf) -> None:
        (line,) = problems_of('[[hoppers]]\nnumber = 0\nkind = "comander"')
        assert line.endswith("Closest: commander")

    def test_pins_with_a_fixed_pull_up_cannot_be_pulled_down(self, problems_of: ProblemsOf) -> None:
        lamp = "lamp_red = 5\nlamp_green = 6\nlamp_blue = 13\n"
        red = "[panels.red]\nprevious = 23\nnext = 24\nconfirm = 16\nlamp_red = 12\nlamp_green = 20\nlamp_blue = 21\n"
        (line,) = problems_of(f'[panels.blue]\nprevious = 2\nnext = 14\nconfirm = 15\npull = "down"\n{lamp}{red}')
        assert line.startswith("2: panels.blue.previous = 2: this pin has a fixed pull-up")

    @pytest.mark.parametrize(
        ("world", "port", "problems"),
        [
            ("real", "/dev/serial/by-id/usb-Raspberry_Pi_Pico_0-if00", 0),
            ("real", "none", 0),
            ("real", "ttyACM0", 1),
            ("real", "emulated", 1),
            ("emulated", "emulated", 0),
            ("emulated", "none", 0),
            ("emulated", "/dev/ttyACM0", 1),
        ],
    )
    def test_the_dispensers_port_is_of_the_world(
        self, problems_of: ProblemsOf, world: str, port: str, problems: int
    ) -> None:
        assert len(problems_of(f'world = "{world}"\n[dispenser]\nport = "{port}"')) == problems

    @pytest.mark.parametrize(
        ("folder", "right"),
        [
            ("here", "expected an absolute path"),
            ("~nobody-of-this-name/state", "there is no such user"),
            ("{file}", "expected a folder, but this is a file"),
        ],
    )
    def test_the_state_folder_is_a_folder(
        self, problems_of: ProblemsOf, tmp_path: Path, folder: str, right: str
    ) -> None:
        (line,) = problems_of(f'[state]\nfolder = "{folder.format(file=tmp_path / "table.toml")}"')
        assert right in line


class TestFiles:
    @pytest.mark.parametrize(
        ("tls", "right"),
        [
            ('{cert = "/c.pem"}', 'web.tls.key = "": expected a file for both, cert and key, or for neither'),
            ('{key = "/k.pem"}', 'web.tls.cert = "": expected a file for both, cert and key, or for neither'),
            ('{cert = "c.pem", key = "/k.pem"}', 'web.tls.cert = "c.pem": expected an absolute path'),
            ('{cert = "/c.pem", key = "/k\\u0000"}', "expected an absolute path"),
            ("true", "web.tls = true: expected a table"),
            ('{crt = "/c.pem"}', "did you mean cert?"),
        ],
    )
    def test_a_certificate_has_a_key(self, problems_of: ProblemsOf, tls: str, right: str) -> None:
        (line,) = problems_of(f"[web]\ntls = {tls}")
        assert right in line
        assert problems_of('[web]\ntls = {cert = "/c.pem", key = "~/k.pem"}') == []

    @pytest.mark.parametrize(
        "listen", ["", 'listen = "127.0.0.1"\n', 'listen = "::1"\n', 'listen = "::ffff:127.0.0.1"\n']
    )
    def test_a_code_for_phones_that_leads_to_this_machine_alone_is_refused(
        self, problems_of: ProblemsOf, listen: str
    ) -> None:
        (line,) = problems_of(f"[web]\nphones = true\n{listen}")
        assert "web.listen" in line
        assert 'which no phone can open; expected listen = "0.0.0.0"' in line
        assert problems_of(f"[web]\n{listen}") == []
        for hosts in ("127.0.0.1", "table.example.org"):
            assert problems_of(f'[web]\nphones = true\nhosts = ["{hosts}"]\n{listen}') == [], (
                "named on purpose, or a proxy"
            )

    @pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "", "127.1", "localhost", "ip6-localhost", "::ffff:127.0.0.1"])
    def test_a_first_host_that_leads_nowhere_from_a_phone_is_refused(self, problems_of: ProblemsOf, host: str) -> None:
        (line,) = problems_of(f'[web]\nphones = true\nlisten = "0.0.0.0"\nhosts = ["{host}", "table.lan"]\n')
        assert "web.hosts" in line
        assert f'the code leads a phone to "{host}", which no phone can open' in line
        (advice,) = re.findall(r"on this machine: (listen = .*) and (hosts = .*)$", line)
        assert problems_of("[web]\nphones = true\n" + "\n".join(advice)) == [], "the advice works"
        assert problems_of(f'[web]\nphones = true\nlisten = "0.0.0.0"\nhosts = ["table.lan", "{host}"]\n') == []

    def test_an_empty_address_is_refused_with_and_without_phones(self, problems_of: ProblemsOf) -> None:
        for phones in ("true", "false"):
            (line,) = problems_of(f'[web]\nphones = {phones}\nlisten = ""\n')
            assert 'web.listen = "": expected an address, such as 127.0.0.1' in line

    @pytest.mark.parametrize(
        "url",
        ["http://table.example.org", "table.example.org", "https://", "https://table.example.org/table", "https://a?b=c",
         "https://a#b", "https://user@table.example.org", "https://a:99999", "https://localhost", "https://127.0.0.1",
         "https://0.0.0.0", " https://table.example.org", "https://[::1", "ftp://a", "https://a b"],
    )  # fmt: skip
    def test_a_public_address_that_is_none_is_refused(self, problems_of: ProblemsOf, url: str) -> None:
        (line,) = problems_of(f'[web]\npublic_url = "{url}"\n')
        assert "web.public_url" in line
        assert 'expected an address like "https://table.example.org"' in line

    @pytest.mark.parametrize("url", ["https://table.example.org", "https://table.example.org/", "https://a-b.c:8443"])
    def test_a_public_address_is_enough_for_phones(self, problems_of: ProblemsOf, url: str) -> None:
        assert problems_of(f'[web]\nphones = true\npublic_url = "{url}"\n') == []

    @pytest.mark.parametrize("proxy", ["table.example.org", "0.0.0.0/0", "::/0", "", "127.0.0.1/8", "10.0.0.0/4", "*"])
    def test_a_proxy_that_is_none_or_everybody_is_refused(self, problems_of: ProblemsOf, proxy: str) -> None:
        (line,) = problems_of(f'[web]\nproxies = ["127.0.0.1", "{proxy}"]\n')
        assert "web.proxies" in line
        assert "a network that has everybody in it is not accepted" in line

    def test_addresses_and_networks_of_proxies_are_taken(self, problems_of: ProblemsOf) -> None:
        assert problems_of('[web]\nproxies = ["127.0.0.1", "::1", "10.0.0.0/24", "2001:db8::/48"]\n') == []

    @pytest.mark.parametrize(
        "origin",
        ["*", "null", "", "https://*.example.org", "https://a.example/", "https://a.example/x", "a.example",
         "//a.example", "file://", "https://A.example", "HTTPS://a.example", "https://a.example:443", "http://a.example:80",
         "https://a:0", "https://a:65536", "https://a:080", "https://u@a.example", "https://a.example?b", "https://a.example#b",
         "https://a.example.", "https://a..example", " https://a.example", "https://a.example ", "https://a.example\\n",
         "https://a.example; script-src *", "https://a.example, https://b.example", "https://ä.example", "http://127.1",
         "http://0x7f.0.0.1", "http://2130706433", "http://[::1]:8080", "ftp://a.example", "https://", "https://-a.example"],
    )  # fmt: skip
    def test_an_origin_that_is_not_exact_is_refused(self, problems_of: ProblemsOf, origin: str) -> None:
        (line,) = problems_of(f'[web]\norigins = ["https://overlay.example.org", "{origin}"]\n')
        assert "web.origins" in line
        assert "no path" in line
        assert "command-table overlay allow" in line

    def test_exact_origins_are_taken(self, problems_of: ProblemsOf) -> None:
        origins = (
            '"https://overlay.example.org", "http://192.168.1.9:8080", "http://localhost:3000", "http://pc_1.local"'
        )
        assert problems_of(f"[web]\norigins = [{origins}]\n") == []

    @pytest.mark.parametrize("listen", ["0.0.0.0", "192.168.1.5", "::"])
    def test_an_address_that_phones_can_open_is_enough(self, problems_of: ProblemsOf, listen: str) -> None:
        assert problems_of(f'[web]\nphones = true\nlisten = "{listen}"\n') == []

    def test_a_missing_file(self, tmp_path: Path) -> None:
        assert say(the_only_problem(tmp_path / "no.toml").right) == "there is no such file"

    def test_a_folder(self, tmp_path: Path) -> None:
        assert say(the_only_problem(tmp_path).right) == "this is a folder; name the file in it"

    def test_a_file_that_may_not_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def forbidden(*_: object, **__: object) -> None:
            raise PermissionError

        # Root may read everything, so that no permission would show it.
        monkeypatch.setattr("table.config.toml.document.opened", forbidden)
        assert "you may not read this file" in say(the_only_problem(tmp_path / "table.toml").right)

    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "table.toml")
        assert "a pipe or a device" in say(the_only_problem(tmp_path / "table.toml").right)

    def test_a_name_that_no_file_can_have(self) -> None:
        assert "cannot be read" in say(the_only_problem(Path("a\0b")).right)

    def test_text_that_is_not_utf8_is_reported_with_its_line(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_bytes('world = "real"\n# für mich\n'.encode("latin-1"))
        problem = the_only_problem(file)
        assert (problem.line, say(problem.right)) == (2, "this is not UTF-8 text; save the file as UTF-8")

    def test_a_byte_order_mark_is_harmless(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_bytes(b'\xef\xbb\xbfworld = "real"\n')
        assert load(file).config.world == "real"

    def test_a_syntax_error_is_reported_with_line_and_column(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text('world = "real"\nfields on\n')
        (line, _) = describe(load(file).problems, say)
        assert line.startswith(f"{file}:2: this is not TOML: Expected '='")
        assert line.endswith("(column 8)")

    @pytest.mark.parametrize("value", ["“real”", "True", "none", "GPIO17", "yes"])
    def test_a_value_as_people_write_it_is_shown_how_to_write_it(self, tmp_path: Path, value: str) -> None:
        file = tmp_path / "table.toml"
        file.write_text(f'world = "real"\nfields = {value}\n', "utf-8")
        problem = the_only_problem(file)
        assert (problem.line, problem.right.key) == (2, "config.file.value")
        assert "straight quotes" in say(problem.right)

    def test_a_text_that_never_ends_is_reported_at_the_last_line(self, tmp_path: Path) -> None:
        file = tmp_path / "table.toml"
        file.write_text('world = "real"\nfields = """on\n\n')
        problem = the_only_problem(file)
        assert (problem.line, problem.right.key) == (3, "config.file.syntax")

    @pytest.mark.parametrize(
        ("document", "key"),
        [
            (b"a = " + b"[" * 100_000, "config.file.deep"),
            (b"#" * 1_000_001, "config.file.large"),
            (b"a = " + b"9" * 10_000, "config.file.unreadable"),
            (b"a = 2026-02-31", "config.file.syntax"),
        ],
    )
    def test_a_file_that_nobody_meant(self, tmp_path: Path, document: bytes, key: str) -> None:
        file = tmp_path / "table.toml"
        file.write_bytes(document)
        assert the_only_problem(file).right.key == key


toml_values = st.recursive(
    st.booleans().map(lambda flag: str(flag).lower())
    | st.integers(-5, 3000).map(str)
    | st.sampled_from(['"blue"', '"red"', '"on"', '"pi"', '"corps"', '""', "1.5", "nan", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
    max_leaves=4,
)
toml_names = st.sampled_from(
    [*Config.__struct_fields__, *PanelConfig.__struct_fields__, *HopperConfig.__struct_fields__, "blue"]
)
toml_lines = st.one_of(
    st.tuples(toml_names, toml_values).map(" = ".join),
    st.tuples(toml_names, toml_names).map(lambda names: f"[{'.'.join(names)}]"),
    toml_names.map(lambda name: f"[[{name}]]"),
)


@pytest.mark.slow
@given(lines=st.lists(toml_lines, max_size=8))
def test_no_file_makes_it_fail_and_every_problem_can_be_reported(
    lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_text("\n".join(lines))
    config, problems = load(file)
    assert len(describe(problems, say)) == len(problems) + 1
    if not problems:
        assert {config.seats.blue.reader, config.seats.red.reader} <= set(config.readers)


@given(document=st.binary(max_size=200))
@pytest.mark.slow
def test_no_bytes_make_it_fail(document: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.toml"
    file.write_bytes(document)
    load(file)


def test_two_readers_on_one_reset_line_are_shown_how_to_do_without_one(problems_of: ProblemsOf) -> None:
    (line,) = problems_of("[readers.blue]\ndevice = 0\nreset_pin = 4\n[readers.red]\ndevice = 1\nreset_pin = 4\n")
    assert "readers.blue.reset_pin" in line
    assert "Leave reset_pin out for both" in line
