"""A card that lies on a reader before its question is open is judged again when its seat has answered (TB-102)."""

from pathlib import Path

import pytest

from table.emulation.scripts.document import read_file
from table.emulation.scripts.replay import ScriptReplay, set_table

LIST = """
    name = "{name}"
    [[trooper]]
    name = "Captain"
    order = "regular"
    lieutenant = true
    [[trooper]]
    name = "Ranger"
    order = "regular"
    times = 3
"""
TO_THE_ORDERS = f"""seed 5
system infinity
list infinity/a.toml{LIST.format(name="A")}list infinity/b.toml{LIST.format(name="B")}blue own:a.toml
red own:b.toml

answer blue 7 to match.number
answer red 42
answer blue blue to first
answer red blue to first
confirm red deploy
confirm blue deploy
answer blue none to logistical
answer red none to logistical
answer red none to strategic
answer blue nothing to checks
answer red none to strategic
expect step orders
"""


def plays(lines: str, folder: Path) -> None:
    path = folder / "laid.script"
    path.write_text(TO_THE_ORDERS + lines, "utf-8")
    script = read_file(path)
    with set_table(script, folder / "state") as stage:
        ScriptReplay(script, stage).run()


@pytest.mark.slow
@pytest.mark.rule("TB-102")
def test_the_card_of_a_second_trooper_counts_when_the_first_ones_fate_is_reported(tmp_path: Path) -> None:
    plays(
        """lay red "Ranger 1"
expect event TrooperLost 1
lift red
wait 2s
lay red "Ranger 1"
wait 1s
expect prompt red fate
lift red
lay red "Ranger 2"
expect refused TB-102
answer red Dead to fate
expect event TrooperLost 3
""",
        tmp_path,
    )


@pytest.mark.slow
@pytest.mark.rule("TB-102")
def test_a_card_that_was_lifted_again_counts_for_nothing(tmp_path: Path) -> None:
    plays(
        """lay red "Ranger 1"
expect event TrooperLost 1
lift red
wait 2s
lay red "Ranger 1"
wait 1s
expect prompt red fate
lift red
lay red "Ranger 2"
expect refused TB-102
lift red
wait 1s
answer red Dead to fate
wait 2s
expect event TrooperLost 2
""",
        tmp_path,
    )


@pytest.mark.slow
@pytest.mark.rule("TB-102")
def test_the_other_seats_question_holds_up_no_card_and_no_order(tmp_path: Path) -> None:
    plays(
        """lay blue "Ranger 1"
expect event TrooperLost 1
lift blue
wait 2s
lay blue "Ranger 1"
wait 1s
expect prompt blue fate
lay red "Ranger 2"
expect event TrooperLost 2
answer blue Dead to fate
hold blue
wait 1s
expect event OrderSpent 1
""",
        tmp_path,
    )
