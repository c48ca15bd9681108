"""The doctor that asks, at tables that somebody has built: each mistake is named, and a sound table gives none."""

import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from hal.panels.header import HeaderInputs
from lab.built.built_table import BuiltTable
from lab.built.human import EmulatedOperator
from lab.built.plants import EXPECTED, Plant
from lab.campaigns.hands_campaign import Slip, SlipKind, SlippingOperator
from sim_hardware.clock import S
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.hoppers import PAYOUT_S
from table.devices.hands_on.questions import HandsReply
from table.devices.hands_on.steps import NEEDS, examined
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness
from table.words import Words, languages


def verdicts(
    plant: Plant | None, *steps: HandsStep, slip: Slip | None = None, agreeing: int = 2
) -> tuple[list[HandsVerdict], EmulatedOperator]:
    table = BuiltTable(plant)
    human = SlippingOperator(table, slip)
    return list(examined(table.parts(), Dialogue(human, table.time, agreeing), steps or tuple(HandsStep))), human


def mistakes(found: list[HandsVerdict]) -> list[tuple[HandsStep, Mistake]]:
    return [(each.step, each.mistake) for each in found if each.mistake is not None]


def concerned(plant: Plant) -> tuple[HandsStep, ...]:
    step = EXPECTED[plant].step
    return (NEEDS[step], step) if step in NEEDS else (step,)


def test_each_mistake_that_can_be_planted_is_expected_somewhere() -> None:
    assert set(EXPECTED) == set(Plant)


@pytest.mark.slow
@pytest.mark.parametrize("plant", list(Plant))
def test_a_mistake_is_named_and_nothing_else_is(plant: Plant) -> None:
    found, _ = verdicts(plant, *concerned(plant))
    assert set(mistakes(found)) == {EXPECTED[plant]}


@pytest.mark.slow
def test_a_sound_table_gives_no_finding_and_every_step_is_tried() -> None:
    found, _ = verdicts(None)
    assert mistakes(found) == []
    assert {each.step for each in found if each.tried} == set(HandsStep)


@pytest.mark.parametrize("kind", list(SlipKind))
@pytest.mark.parametrize("at", range(8))
@pytest.mark.slow
def test_one_false_answer_or_none_hides_no_swapped_buttons_and_makes_none(kind: SlipKind, at: int) -> None:
    found, _ = verdicts(Plant.BUTTONS_SWAPPED, HandsStep.BUTTONS, slip=Slip(kind, at))
    assert mistakes(found) == [(HandsStep.BUTTONS, Mistake.BUTTONS_SWAPPED)]
    found, _ = verdicts(None, HandsStep.BUTTONS, slip=Slip(kind, at))
    assert mistakes(found) == []


@pytest.mark.slow
def test_who_believes_every_answer_takes_a_wrong_finger_for_a_wrong_wire() -> None:
    found, _ = verdicts(None, HandsStep.BUTTONS, slip=Slip(SlipKind.WRONG, 0), agreeing=1)
    assert mistakes(found) != []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "stated"),
    [
        (Plant.BUTTON_PIN, "a button is on another pin. As they are wired: previous = 17, next = 27, confirm = 26"),
        (
            Plant.COLOURS_SWAPPED,
            "its colours are swapped. As they are wired: lamp_blue = 5, lamp_red = 6, lamp_green = 13",
        ),
    ],
)
def test_the_setting_that_fits_the_wires_is_offered(plant: Plant, stated: str) -> None:
    found, _ = verdicts(plant, EXPECTED[plant].step)
    assert [Words("en").say(each.words) for each in found if each.mistake] == [stated]


@pytest.mark.slow
def test_a_verdict_reports_whose_eyes_it_rests_on() -> None:
    found, _ = verdicts(None, HandsStep.LAMPS, HandsStep.SUPPLY)
    assert {each.step: each.witness for each in found} == {
        HandsStep.LAMPS: Witness.EYES,
        HandsStep.SUPPLY: Witness.TABLE,
    }


@pytest.mark.slow
def test_a_step_that_builds_on_a_broken_one_is_left_alone() -> None:
    found, human = verdicts(Plant.SPI_OFF, HandsStep.READERS, HandsStep.REACH)
    assert [each.tried for each in found if each.step is HandsStep.REACH] == [False]
    assert human.asked == 0


@pytest.mark.slow
def test_a_step_can_be_run_alone() -> None:
    found, _ = verdicts(Plant.METAL, HandsStep.LAMPS)
    assert {each.step for each in found} == {HandsStep.LAMPS}
    assert mistakes(found) == []


@pytest.mark.slow
@pytest.mark.parametrize("step", [HandsStep.BUTTONS, HandsStep.LAMPS])
def test_a_panels_pin_that_another_program_holds_ends_its_step_and_reports_it(step: HandsStep) -> None:
    table = BuiltTable()
    panel = table.config.panels["blue"]
    pin = panel.previous if step is HandsStep.BUTTONS else panel.lamp_red
    with HeaderInputs(table.panels.pin_factory, frozenset((pin,)), pull_up=True):
        found = list(examined(table.parts(), Dialogue(EmulatedOperator(table), table.time), (step, HandsStep.SUPPLY)))
    assert [(each.step, each.tried) for each in found] == [(step, False), (HandsStep.SUPPLY, True)]
    assert "Does another program use one of its pins" in Words("en").say(found[0].words)


@pytest.mark.slow
def test_a_hopper_that_takes_its_time_to_give_up_spoils_no_finding_of_the_next_one() -> None:
    table = BuiltTable(Plant.MOTOR_UNPOWERED)
    for settings in table.dispenser.pico.settings:
        settings.feed_timeout_ms = 10_000
    table.dispenser.fault("reset")
    table.clock.advance(6 * S)
    found = list(examined(table.parts(), Dialogue(EmulatedOperator(table), table.time), (HandsStep.DISCS,)))
    assert [each.mistake for each in found] == [Mistake.MOTOR_UNPOWERED, None]


@pytest.mark.slow
def test_a_payout_that_the_dispenser_stopped_as_it_heard_nothing_is_not_waited_for(mocker: MockerFixture) -> None:
    table = BuiltTable(Plant.MOTOR_UNPOWERED)
    human, begin_s = EmulatedOperator(table), table.clock.now_s
    replies, asleep = human.reply, iter([5 * S])

    def slept() -> HandsReply | None:
        table.clock.advance(next(asleep, 0))
        return replies()

    mocker.patch.object(human, "reply", side_effect=slept)
    found = list(examined(table.parts(), Dialogue(human, table.time), (HandsStep.DISCS,)))
    assert [each.mistake for each in found] == [Mistake.MOTOR_UNPOWERED, None]
    assert table.clock.now_s - begin_s < PAYOUT_S / 2


@pytest.mark.slow
@pytest.mark.parametrize("step", [HandsStep.BARRIERS, HandsStep.DISCS])
def test_a_hopper_that_nobody_has_built_yet_is_not_asked_about(step: HandsStep) -> None:
    table = BuiltTable(Plant.BARRIER_INVERTED)
    parts = replace(table.parts(), hoppers=frozenset((1,)))
    found = list(examined(parts, Dialogue(EmulatedOperator(table), table.time, 2), (step,)))
    assert [(dict(each.part.args)["hopper"], each.mistake) for each in found] == [(2, None)]


@pytest.mark.parametrize("language", languages())
def test_every_mistake_has_its_words(language: str) -> None:
    words = Words(language)
    assert [mistake for mistake in Mistake if f"hands.found.{mistake}" not in words] == []
