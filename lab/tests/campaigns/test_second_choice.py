"""No order of acts lets a seat choose a card with the other's in sight; two broken tables are found out."""

import pytest

from lab.campaigns.barrier.barrier_table import EVERYTHING, SampleShelf
from lab.campaigns.leak.capture import HIDDEN
from lab.campaigns.order_search import CampaignAct
from lab.campaigns.second_choice.second_choice_campaign import (
    AT_ONCE,
    LONGEST,
    POSITIONS,
    alphabet,
    plans_changed,
    tried,
    unknown_card,
)
from lab.campaigns.second_choice.second_choice_table import (
    ACTS,
    BY_PHONE,
    DEEDS,
    ChoosingTable,
    SecondChoiceError,
    TornTable,
)
from lab.log_silence import unwarned
from table.rules.seats import BLUE, RED, SEATS

SHELF = SampleShelf()
LOCKED: tuple[CampaignAct, ...] = ((BLUE, "card"), (BLUE, "hold"), (RED, "card"), (RED, "hold"))


def after(table: ChoosingTable, *acts: CampaignAct) -> ChoosingTable:
    with unwarned():
        for act in acts:
            table.does(*act)
    return table


def turned(table: ChoosingTable) -> set[object]:
    return {seat for _, seat in table._turned}


@pytest.mark.rule("LA-50")
def test_a_card_that_may_not_be_played_is_never_turned_over_with_the_others() -> None:
    table = after(ChoosingTable(SHELF), (BLUE, "foreign"), (BLUE, "hold"), *LOCKED[2:])
    assert turned(table) == set()
    assert turned(after(table, *LOCKED[:2])) == {BLUE, RED}


@pytest.mark.rule("LA-50")
def test_a_leader_that_comes_back_is_too_late_once_a_card_was_turned_over() -> None:
    table = after(ChoosingTable(SampleShelf(HIDDEN.lone)), (RED, "falls"), *LOCKED[:2])
    assert turned(table) == {BLUE}
    after(table, (RED, "stands"), (RED, "press"), (RED, "card"), (RED, "hold"))
    assert turned(table) == {BLUE}
    early = after(ChoosingTable(SampleShelf(HIDDEN.lone)), (RED, "falls"), (RED, "stands"), *LOCKED[:2])
    assert turned(early) == set(), "red is asked why, and lays a card after all"


@pytest.mark.rule("LA-50")
def test_the_second_round_begins_with_the_cards_of_the_first_on_the_readers() -> None:
    table = POSITIONS["second round"]()
    assert table._round == 2
    for seat in SEATS:
        after(table, (seat, "hold"))
        assert not table._locked[seat]
        assert table._noticed[seat]
    assert turned(after(table, (BLUE, "other"), (BLUE, "hold"), (RED, "other"), (RED, "hold"))) == {BLUE, RED}


def test_the_table_of_before_is_found_out_and_so_is_a_restart_that_keeps_an_opened_card() -> None:
    with pytest.raises(SecondChoiceError, match="blue must lay a card while it sees red's"):
        after(ChoosingTable(SHELF, HIDDEN.careless()), (BLUE, "foreign"), (BLUE, "hold"), *LOCKED[2:])
    after(ChoosingTable(SHELF), *LOCKED, (None, "cut"))
    with pytest.raises(SecondChoiceError, match="must lay a card while it sees"):
        after(TornTable(SHELF), *LOCKED, (None, "cut"))


UNKNOWN: tuple[CampaignAct, ...] = (
    (BLUE, "reads"), (RED, "agrees"), (BLUE, "returns"), (RED, "instead"), (BLUE, "agrees"),
)  # fmt: skip


@pytest.mark.rule("LA-50")
def test_an_unknown_card_is_read_off_as_one_of_the_reveal_and_nobody_chooses_again() -> None:
    """The table of before, at which it returned the other's card, is found out by the same acts."""
    table = after(unknown_card(), *UNKNOWN[:1])
    assert "read.agree" in [prompt.key for prompt in table._prompts]
    after(table, *UNKNOWN[1:])
    assert "effect" in [prompt.key for prompt in table._prompts], "it was agreed, and nobody chooses again"
    assert len(UNKNOWN) <= LONGEST
    with pytest.raises(SecondChoiceError, match="red must lay a card while it sees blue's"):
        after(unknown_card(HIDDEN.returning()), *UNKNOWN)


AGAIN: tuple[CampaignAct, ...] = ((BLUE, "other"), (BLUE, "hold"), (RED, "other"), (RED, "hold"))


@pytest.mark.rule("LA-43", "LA-50")
def test_after_a_change_of_plans_both_choose_again_and_neither_sees_the_others_first() -> None:
    table = plans_changed()
    assert table._choosing == {BLUE, RED}
    assert turned(table) == set(), "what lay there then is no secret and no choice any more"
    after(table, *AGAIN[:2])
    assert (turned(table), table._locked[BLUE]) == (set(), True)
    assert turned(after(table, *AGAIN[2:])) == {BLUE, RED}
    assert not table._choosing


@pytest.mark.rule("LA-43", "LA-50")
def test_a_second_choice_after_a_change_of_plans_is_found_out() -> None:
    with pytest.raises(SecondChoiceError, match="blue must lay a card while it sees red's"):
        after(plans_changed(HIDDEN.careless()), (BLUE, "foreign"), (BLUE, "hold"), *AGAIN[2:])


@pytest.mark.rule("LA-43")
def test_who_keeps_the_plans_lets_nobody_choose_again() -> None:
    table = ChoosingTable(SampleShelf(blue=HIDDEN.replanned)).turned_over()
    assert "plans" in [prompt.key for prompt in table._prompts]
    after(table, (RED, "use"))
    assert "plans" in [prompt.key for prompt in table._prompts], "it is blue's card"
    after(table, (BLUE, "keep"), (BLUE, "use"))
    assert turned(table) == {BLUE, RED}
    assert not table._choosing


@pytest.mark.campaign
@pytest.mark.rule("LA-43", "LA-50")
def test_a_small_search_from_the_second_selection_finds_no_choice_in_sight() -> None:
    outcome = tried("plans changed", 3)
    assert (outcome.depth, outcome.found) == (2, ())
    assert outcome.steps == outcome.states * len(ACTS), "every act at every moment"


def test_the_alphabet_is_every_deed_of_hands_and_those_of_the_controls_are_among_them() -> None:
    assert set(AT_ONCE) < set(ACTS)
    assert set(EVERYTHING) < set(ACTS)
    assert len(set(ACTS)) == len(ACTS) == 55


def test_the_page_names_every_act_of_the_alphabet_in_words_of_its_own() -> None:
    assert DEEDS.keys() == {act for _, act in (*ACTS, *BY_PHONE)}
    assert len(set(DEEDS.values())) == len(DEEDS)
    assert all(word in alphabet() for word in DEEDS.values())


@pytest.mark.rule("LA-50", "TB-94")
def test_nobody_takes_an_answer_back_to_choose_again_after_the_reveal() -> None:
    fallen = after(ChoosingTable(SampleShelf(HIDDEN.lone)), (RED, "falls"), (RED, "takes back"), *LOCKED[:2])
    assert turned(fallen) == set(), "red has its leader again, and lays a card"
    table = after(ChoosingTable(SHELF), *LOCKED, (RED, "takes back"), (BLUE, "takes back"))
    assert turned(table) == {BLUE, RED}
    assert not table._choosing
