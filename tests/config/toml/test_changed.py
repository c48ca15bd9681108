"""A value in a configuration is changed where it stands, and everything around it stays."""

import tomllib

import pytest

from table.config.toml.changed import UnchangeableError, changed

PORT = ("dispenser", "port")
FILE = """\
# our table, in the club's cellar
world = "real"

[dispenser]  # the second one
port = "/dev/ttyACM0"  # Tom's Pico; "do not touch"

[readers.blue]
kind = "pcsc"
usb = '1-1.2'
"""


def test_a_value_is_changed_and_its_comment_stays() -> None:
    assert changed(FILE, PORT, "/dev/ttyACM1") == FILE.replace("/dev/ttyACM0", "/dev/ttyACM1")
    assert changed(FILE, ("readers", "blue", "usb"), "1-1.3") == FILE.replace("'1-1.2'", '"1-1.3"')


def test_a_missing_key_is_added_to_its_table_and_a_missing_table_to_the_end() -> None:
    document = '[readers.blue]\nkind = "pcsc"\n\n[screen]\n'
    added = changed(document, ("readers", "blue", "usb"), "1-1")
    assert added == '[readers.blue]\nusb = "1-1"\nkind = "pcsc"\n\n[screen]\n'
    assert changed(document, PORT, "none").endswith('[screen]\n\n[dispenser]\nport = "none"\n')


@pytest.mark.parametrize(
    "document",
    [
        'dispenser.port = "x"\n',
        '[dispenser]\r\nport = "x"\r\n',
        '[ dispenser ]\n  port="x"#here\n',
        "[dispenser]\nport = 'x'",
        '"dispenser"."port" = "x"\n[screen]\n',
        '[dispenser]\nport = "a # no comment"\n',
        '[web]\nhosts = [\n "a", # b\n]\n[dispenser]\nport = "x"\n',
    ],
)
def test_every_way_to_write_a_key(document: str) -> None:
    result = changed(document, PORT, 'a "new" one')
    expected = tomllib.loads(document)
    expected["dispenser"]["port"] = 'a "new" one'
    assert tomllib.loads(result) == expected
    assert ("\r\n" in result) == ("\r\n" in document)


@pytest.mark.parametrize(
    "document",
    [
        'dispenser = { port = "x" }\n',
        '[dispenser]\nport = """\nx"""\n',
        'note = """\n[dispenser]\nport = "x"\n"""\n[dispenser]\nport = "y"\n',
    ],
)
def test_a_form_that_cannot_be_changed_in_place_is_left_alone(document: str) -> None:
    with pytest.raises(UnchangeableError):
        changed(document, PORT, "z")
