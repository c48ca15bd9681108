"""`setup`, two hands and two rounds by keyboard, with the real daemon, which is killed twice."""

import pytest

from lab.figures.pc.pc_evening import PcEvening
from lab.figures.pc.pc_figures import MOST_ACTS, PcLobby
from lab.figures.pc.plain_pc import PlainPc

pytestmark = [pytest.mark.pc, pytest.mark.timeout(400)]


def test_an_evening_comes_to_its_end_and_edits_no_file(pc: PlainPc) -> None:
    evening = PcEvening(pc, seed=1)
    evening.play()
    assert evening.wrong == []
    assert (evening.kills, evening.ended, evening.edited) == (2, True, 0)
    assert evening.acts_to_reveal <= MOST_ACTS


def test_the_window_alone_leads_to_the_first_reveal(pc: PlainPc) -> None:
    """`run` offers the setup, and the players choose game and armies in the lobby."""
    lobby = PcLobby(pc, seed=1)
    lobby.play()
    assert lobby.edited == 0
    assert lobby.acts <= MOST_ACTS
