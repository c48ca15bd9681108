"""Cards on a reader, detected from single polls."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Unclear
from hal.readers.presence import Change, Garble, Lifted, Look, Nothing, One, Placed, Presence, Several

A, B = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04A1B2C3D4E5F7")
POLL_S = 0.04


EMPTY = Presence(reported=True)


def seen(looks: Sequence[Look], presence: Presence | None = None, poll_s: float = POLL_S) -> list[Change]:
    presence = presence or EMPTY
    reported: list[Change] = []
    for number, look in enumerate(looks):
        presence, changes = presence.after(look, number * poll_s)
        reported += changes
    return reported


RESTING = Presence(reported=True, uid=A)


def test_a_card_is_reported_once_when_it_was_read_twice() -> None:
    assert seen([One(A)]) == []
    assert seen([One(A)] * 20) == [Placed(A)]


def test_the_first_certain_finding_is_reported_even_if_it_is_an_empty_reader() -> None:
    assert seen([Nothing()] * 20, Presence()) == [Lifted()]
    assert seen([Garble()] * 3 + [Nothing()] * 20, Presence()) == [Lifted()]
    assert seen([One(A)] * 20, Presence()) == [Placed(A)]
    assert seen([Several()] * 9 + [Nothing()] * 20, Presence()) == [Unclear.SEVERAL, Lifted()]


def test_two_reads_of_different_uids_are_no_two_reads() -> None:
    assert seen([One(A), One(B), One(A), One(B)]) == []


def test_silence_lifts_a_card_only_when_it_lasts() -> None:
    assert seen([Nothing()] * 3, RESTING) == []
    assert seen([Nothing()] * 4, RESTING) == [Lifted()]
    assert seen([Nothing()] * 20, RESTING, poll_s=0.001) == []


def test_however_far_apart_it_takes_three_silences() -> None:
    assert seen([Nothing()] * 2, RESTING, poll_s=1.0) == []
    assert seen([Nothing()] * 3, RESTING, poll_s=1.0) == [Lifted()]


def test_a_garbled_answer_proves_presence() -> None:
    assert seen([Nothing(), Nothing(), Garble(), Nothing(), Nothing(), One(A)] * 5, RESTING) == []


def test_garble_that_lasts_is_reported_and_ends_with_a_card_or_without() -> None:
    assert seen([Garble()] * 30) == [Unclear.UNREADABLE]
    assert seen([Garble()] * 30 + [One(A)] * 2) == [Unclear.UNREADABLE, Placed(A)]
    assert seen([Garble()] * 30 + [Nothing()] * 5, RESTING) == [Unclear.UNREADABLE, Lifted()]


DEFECTIVE = Garble(Unclear.DEFECTIVE, A[2:])


def test_the_same_wrong_answer_three_times_in_a_row_names_its_reason() -> None:
    assert seen([DEFECTIVE] * 30) == [Unclear.DEFECTIVE]
    assert seen([Garble()] * 30 + [DEFECTIVE] * 3) == [Unclear.UNREADABLE, Unclear.DEFECTIVE]
    assert seen([DEFECTIVE] * 30 + [Garble()] * 30) == [Unclear.DEFECTIVE]


def test_a_wrong_check_byte_that_changes_is_noise() -> None:
    assert seen([DEFECTIVE, Garble(Unclear.DEFECTIVE, B[2:])] * 15) == [Unclear.UNREADABLE]
    assert seen([DEFECTIVE, DEFECTIVE, One(A), One(A)]) == [Placed(A)]


def test_passing_garble_on_an_empty_reader_is_nothing() -> None:
    assert seen(([Garble()] * 3 + [Nothing()] * 5) * 20) == []


def test_several_cards_are_reported_once_and_one_that_remains_is_placed_again() -> None:
    assert seen([Several()] * 9, RESTING) == [Unclear.SEVERAL]
    assert seen([Several()] * 9 + [One(A)] * 9, RESTING) == [Unclear.SEVERAL, Placed(A)]


def test_a_swap_between_two_looks_is_a_lift_and_a_placing() -> None:
    assert seen([One(B)] * 3, RESTING) == [Lifted(), Placed(B)]


looks = st.sampled_from([Nothing(), Several(), Garble(), DEFECTIVE, One(A), One(B)])


@given(st.lists(looks, max_size=80))
@pytest.mark.slow
def test_whatever_comes_edges_alternate(sequence: list[Look]) -> None:
    here: object = None
    for change in seen(sequence):
        if isinstance(change, Lifted):
            assert here is not None
            here = None
        else:
            assert change != here
            if isinstance(change, Placed):
                assert here is None or isinstance(here, Unclear)
            here = change


@given(st.lists(looks, max_size=40))
@pytest.mark.slow
def test_any_history_ends_in_the_card_that_rests_and_in_nothing_when_it_is_gone(sequence: list[Look]) -> None:
    placed = seen([*sequence, *[One(A)] * 3])
    assert [change for change in placed if isinstance(change, Placed)][-1:] == [Placed(A)]
    assert placed[-1] == Placed(A)
    lifted = seen([*sequence, One(A), One(A), *[Nothing()] * 6])
    assert lifted[-1] == Lifted()
