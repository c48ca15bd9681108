"""Keypads are enrolled by pressing: the seat's keys are those that are pressed for it, on the keypad they are on."""

from sim_hardware.keypads import EVERY_KEY, EmulatedKeypad
from table.config.schema import KeypadConfig, SeatConfig
from tests.program.first_setup.computer import Computer, Reaction, ScriptedPerson, configured

KP4, KP5, KP6, DIGIT_2, ENTER = 75, 76, 77, 3, 28
PAD = (KP4, KP6, KP5)
"""The keys for PREVIOUS, NEXT and CONFIRM, in the order of the questions."""
WITHOUT_READERS = [1]


def a_desk(*ports: str, keys: frozenset[int] | None = None) -> Computer:
    computer = Computer({})
    for port in ports:
        computer.inputs.plug(EmulatedKeypad() if keys is None else EmulatedKeypad(keys=keys), port)
    return computer


def with_keyboard(computer: Computer, port: str = "3") -> Computer:
    computer.inputs.plug(EmulatedKeypad("Some keyboard", (0x046D, 0xC31C), EVERY_KEY), port)
    return computer


def keypad(port: str, usb: str = "1a2c:2d43") -> KeypadConfig:
    previous, following, confirm = PAD
    return KeypadConfig(place=f"usb-0000:01:00.0-{port}", usb=usb, previous=previous, next=following, confirm=confirm)


def test_each_seat_has_the_keypad_on_which_its_keys_are_pressed() -> None:
    computer = a_desk("1.1", "1.2")
    taps = [computer.tap(port, key) for port in ("1.2", "1.1") for key in PAD]
    person = ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[1], key=taps)
    config = configured(computer, person)
    assert config.keypads == {"blue": keypad("1.2"), "red": keypad("1.1")}
    assert (config.seats.blue.panel, config.seats.red.panel) == ("blue", "red")
    assert person.reported_keys == ["setup.keypad", "setup.keypad"]


def test_nobody_is_asked_where_only_the_keyboard_is_plugged_in() -> None:
    person = ScriptedPerson(no_reader=WITHOUT_READERS)
    assert configured(with_keyboard(Computer({})), person).keypads == {}
    assert "setup.ask.keypads" not in person.keys


def test_pads_that_call_themselves_keyboards_are_asked_for_beside_a_keyboard() -> None:
    computer = with_keyboard(a_desk("1.1", "1.2", keys=EVERY_KEY))
    taps = [computer.tap(port, key) for port in ("1.1", "1.2") for key in PAD]
    config = configured(computer, ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[1], key=taps))
    assert set(config.keypads) == {"blue", "red"}


def test_the_keyboard_on_which_the_answer_is_typed_becomes_no_panel() -> None:
    computer = with_keyboard(a_desk("1.1", "1.2"))

    def answered() -> int:
        computer.tap("3", DIGIT_2)()
        computer.tap("3", ENTER)()
        return 1

    astray = (computer.tap("3", KP4), computer.tap("1.1", KP4))
    taps: list[Reaction] = [
        astray,
        *(computer.tap("1.1", key) for key in PAD[1:]),
        *(computer.tap("1.2", key) for key in PAD),
    ]
    config = configured(computer, ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[answered], key=taps))
    assert config.keypads["blue"] == keypad("1.1")


def test_the_keys_of_a_panel_are_different_keys_of_one_keypad() -> None:
    computer = a_desk("1.1", "1.2")
    again = (computer.tap("1.1", KP4), computer.tap("1.2", KP5), computer.tap("1.1", KP6))
    taps: list[Reaction] = [
        computer.tap("1.1", KP4),
        again,
        computer.tap("1.1", KP5),
        *(computer.tap("1.2", key) for key in PAD),
    ]
    config = configured(computer, ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[1], key=taps))
    assert config.keypads["blue"] == keypad("1.1")


def test_no_key_that_is_pressed_for_a_seat_reaches_the_desktop() -> None:
    computer = a_desk("1.1", "1.2")
    taps = [computer.tap(port, key) for port in ("1.1", "1.2") for key in PAD]
    configured(computer, ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[1], key=taps))
    assert computer.inputs.at_desktop == []


def test_one_seat_may_have_a_keypad_and_the_other_the_keyboard() -> None:
    computer = a_desk("1.1")
    taps = [computer.tap("1.1", key) for key in PAD]
    config = configured(computer, ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[1], key=[*taps, 0]))
    assert config.keypads == {"blue": keypad("1.1")}
    assert config.seats.red == SeatConfig(reader="red", panel="none")


def test_a_user_who_may_not_read_keypads_is_shown_the_group() -> None:
    computer = a_desk("1.1", "1.2")
    computer.inputs.forbidden = True
    person = ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[1])
    assert configured(computer, person).keypads == {}
    assert person.reported_keys == ["fault.keypad.denied"]


def test_players_may_decline_keypads() -> None:
    person = ScriptedPerson(no_reader=WITHOUT_READERS, keypads=[0])
    assert configured(a_desk("1.1", "1.2"), person).keypads == {}
