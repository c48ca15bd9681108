"""The cards on a phone are those that its table counts, at every moment of a match."""

import pytest

from tests.whole_matches import phone_messages

COUNTED = {"counter.hand": "hand", "counter.discard": "spent"}
"""The counters on the screen, and the part of a phone that lists the same cards."""


@pytest.mark.campaign
@pytest.mark.timeout(180)
@pytest.mark.parametrize("game", ["legion_2024", "legion_classic"])
def test_a_phone_lists_as_many_cards_as_the_screen_counts(game: str) -> None:
    compared, wrong = set[tuple[str, int]](), set[tuple[str, int, int]]()
    for message in phone_messages(game, "en"):
        sight = message["sight"]
        if sight["role"] != "seat" or not (table := sight["now"]["table"]):
            continue
        for sign, count, *_ in table["seats"][sight["now"]["seat"]]["counters"]:
            if sign in COUNTED:
                compared.add((sign, count))
                listed = len(message["cards"][COUNTED[sign]])
                wrong |= {(sign, count, listed)} if listed != count else set()
    assert not wrong
    assert len(compared) > 6, "hands become smaller, and heaps larger"
