"""Two rounds with the keyboard and nothing else: no reader, no panel, no dispenser, no phone."""

import random

import pytest

from lab.figures.pc.pc_evening import ARMIES, GAME, MOST_ANSWERS, ROUNDS
from lab.figures.pc.pc_players import PcPlayers, asked
from lab.figures.pc.plain_pc import PlainPc
from lab.presses.ways import Goal
from lab.trials.game_trials import game_trials
from table.rules.prompts import AnyPrompt, ChooseOne, SealedCard
from table.rules.seats import BLUE, RED
from table.session.answers.shown_hands import CARD, SHOW, YES

pytestmark = [pytest.mark.pc, pytest.mark.timeout(300)]


class Keyboard(PcPlayers):
    """Two players whose cards the table cannot read: they choose them on the screen."""

    turned = 0
    """The number of cards that both seats have chosen."""

    def play(self, prompt: AnyPrompt) -> None:
        seat = prompt.seat or BLUE
        match prompt:
            case SealedCard():
                self.give(seat, Goal(prompt, None))
            case ChooseOne(key=key) if key == SHOW:
                self.give(seat, Goal(prompt, YES))
            case ChooseOne(key=key, options=hand) if key == CARD:
                self.give(seat, Goal(prompt, hand[0].id))
                self.turned += 1
            case _:
                self.give(seat, Goal(prompt, self.evening.answer(prompt, self.rng.randrange)))


@pytest.mark.rule("TB-126")
def test_two_rounds_are_played_by_keys_alone(pc: PlainPc) -> None:
    evening = game_trials(GAME).evening
    assert evening is not None
    pc.config.parent.mkdir(parents=True)
    pc.config.write_text('world = "real"\n', "utf-8")
    running = pc.begun("run", "--blue", ARMIES[BLUE], "--red", ARMIES[RED])
    try:
        running.wait_until_ready()
        players = Keyboard(pc, evening(), {BLUE: {}, RED: {}}, random.Random(1))
        for _ in range(MOST_ANSWERS):
            open_now = asked(players.now())
            if players.turned == 2 * ROUNDS and any(isinstance(prompt, SealedCard) for prompt in open_now):
                break
            seat = open_now[0].seat or BLUE
            players.play(players.evening.next_of(tuple(one for one in open_now if one.seat in (seat, None))))
        assert players.turned == 2 * ROUNDS
        pc.desktop.quit()
        assert running.status() == 0
    finally:
        running.kill()
    assert "Traceback" not in running.log
