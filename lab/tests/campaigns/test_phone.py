"""Nothing but a phone that was let in is taken for it, and no frame tells a card; the campaign's controls are found."""

import pytest

from lab.campaigns.leak.capture import LEIA
from lab.campaigns.leak.leak_campaign import USUAL
from lab.campaigns.phone.attacks import ATTACKS, PLACES, AttackedHost, own
from lab.campaigns.phone.phone_campaign import campaign, guess_the_words
from lab.campaigns.phone.worlds import PhoneStage, staged
from table.rules.commands import Answer
from table.rules.seats import BLUE
from table.rules.text import text
from table.view.published import PhonePlace
from table.words import Words


@pytest.mark.slow
@pytest.mark.rule("TB-120", "TB-123")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_is_taken_for_an_act(name: str, place: PhonePlace) -> None:
    host = AttackedHost(5, place)
    host.forget()
    ATTACKS[name](host)
    assert host.acts() == 0


@pytest.mark.parametrize("place", PLACES)
def test_what_the_phone_itself_reports_counts(place: PhonePlace) -> None:
    """Else nothing that is refused would show anything."""
    host = AttackedHost(5, place)
    own(host)
    assert host.acts() == 1


@pytest.mark.rule("TB-120", "TB-123")
@pytest.mark.parametrize("place", PLACES)
def test_somebody_in_between_has_one_guess_for_a_code(place: PhonePlace) -> None:
    host = AttackedHost(5, place)
    assert [guess_the_words(host, 20).answered for _ in range(3)] == [1, 1, 1]


def own_cards(stage: PhoneStage) -> set[str]:
    return {option.id for option in stage.table.session.hand(BLUE)}


def refusal(stage: PhoneStage) -> tuple[str, str] | None:
    """What blue's half states of its card."""
    described = stage.table.now.desks[0].note
    return None if described is None else (described.words.key, described.rule)


@pytest.mark.slow
@pytest.mark.rule("LA-50", "TB-121")
def test_a_card_that_may_not_be_played_is_refused_from_a_phone_as_from_the_reader() -> None:
    with staged(seed=3) as stage:
        before = own_cards(stage)
        stage.table.session.step(Answer(BLUE, "defeat", LEIA))
        stage.table.wait(1.0)
        barred = sorted(before - own_cards(stage))
        shown = stage.table.now
        stage.send(card=barred[0])
        assert stage.latest("refused") == [1, Words("en").say(text("phone.cannot_choose.hand"))]
        assert stage.table.now.desks == shown.desks, "nobody else is told"
    with staged(seed=3) as stage:
        stage.send(card=barred[0])
        stage.table.session.step(Answer(BLUE, "defeat", LEIA))
        stage.table.wait(1.0)
        assert refusal(stage) is None
        stage.locks()
        assert refusal(stage) == ("session.cannot_lock.unplayable", "LA-50")
        assert not stage.table.now.desks[0].locked
        assert "may not be played" in stage.latest("sight")["now"]["status"]
        stage.send(card=USUAL)
        stage.locks()
        assert stage.table.now.desks[0].locked


@pytest.mark.campaign
def test_the_campaign_passes_and_its_controls_are_found() -> None:
    figures = {figure.name: figure for figure in campaign(280, 1, lambda _: None)}
    assert [figure for figure in figures.values() if not figure.ok] == []
    assert {name for name in figures if "control" in name} == {
        "phone.control.own", "phone.control.unconfirmed", "pairing.control.not_used_up", "pairing.control.unlimited",
        "phone.control.clear",
        "phone.control.unfilled",
    }  # fmt: skip
