"""The list of words at the bench: every one of both vocabularies, what is on, and what ends it."""

from sim_hardware.dispenser import EmulatedDispenser, vocabulary
from sim_hardware.nfc import vocabulary as reader_vocabulary
from table.emulation.acts import DispenserFault, ReaderFault
from table.emulation.fault_switches import FaultSwitches
from table.rules.seats import BLUE, RED


def on(troubles: FaultSwitches, hopper: int = 0, seat: str = BLUE) -> set[str]:
    return {fault.word for fault in troubles.listed(hopper, BLUE if seat == BLUE else RED) if fault.on}


def test_every_word_is_listed_and_every_cure_that_one_of_them_needs() -> None:
    listed = {fault.word for fault in FaultSwitches(True).listed(0, BLUE)}
    assert listed >= set(EmulatedDispenser.FAULTS)
    assert listed >= {word.word for word in reader_vocabulary.FAULTS}
    needed = {word.cure for word in vocabulary.WORDS if word.word in EmulatedDispenser.FAULTS and word.cure}
    assert listed >= needed | set(reader_vocabulary.CURES)


def test_a_fault_of_a_hopper_is_on_at_that_hopper_until_its_cure() -> None:
    troubles = FaultSwitches(True)
    troubles.switch(DispenserFault("jam", 2))
    assert on(troubles, 2) == {"jam"}
    assert on(troubles, 1) == set()
    troubles.switch(DispenserFault("clear", 1))
    assert on(troubles, 2) == {"jam"}
    troubles.switch(DispenserFault("clear", 2))
    assert on(troubles, 2) == set()


def test_a_fault_of_the_cable_is_on_whichever_hopper_is_looked_at() -> None:
    troubles = FaultSwitches(True)
    troubles.switch(DispenserFault("noise"))
    assert on(troubles, 0) == on(troubles, 5) == {"noise"}
    troubles.switch(DispenserFault("quiet", 3))
    assert on(troubles) == set()


def test_what_ends_by_itself_is_never_on() -> None:
    troubles = FaultSwitches(True)
    troubles.switch(DispenserFault("double", 0))
    troubles.switch(ReaderFault("deafen", BLUE))
    assert on(troubles) == set()


def test_a_readers_fault_belongs_to_its_seat() -> None:
    troubles = FaultSwitches(False)
    troubles.switch(ReaderFault("disturb", BLUE))
    troubles.switch(ReaderFault("misread", RED))
    assert on(troubles) == {"disturb"}
    troubles.switch(ReaderFault("calm", BLUE))
    assert on(troubles) == set()
    assert on(troubles, seat=RED) == {"misread"}
