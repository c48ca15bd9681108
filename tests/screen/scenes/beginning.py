"""Scenes before a match."""

from table.games.files.offers import Offer
from table.rules.prompts import ChooseOne, Number, Option
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.session.lobby.choice import Lobby
from table.view.published import Desk, Focus, Published, ReaderState
from tests.screen.scenes.made_of import name, table


def lobby() -> Published:
    systems = tuple(Option(key, text(f"scene.{key}")) for key in ("legion", "tide", "infinity"))
    return table(
        None,
        ChooseOne(key="system", seat=None, ask=text("lobby.system"), rule="TB-01", options=systems),
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("system", 1)),
    )


def lists() -> Published:
    blue = ChooseOne(
        key="list",
        seat=BLUE,
        ask=text("lobby.list.army", seat=text("seat.blue")),
        rule="TB-02",
        options=tuple(
            Option(str(n), name(one))
            for n, one in enumerate(("Veers and Vader", "Blizzard Force", "Speeder rush", "Tempest", "Fett's men"))
        ),
    )
    red = ChooseOne(
        key="list",
        seat=RED,
        ask=text("lobby.list.army", seat=text("seat.red")),
        rule="TB-02",
        options=(
            Option("0", name("Luke and Leia")),
            Option("1", name("Echo Base")),
            Option("2", text("lobby.on_stick", name="Hoth evening", stick="KINGSTON")),
        ),
    )
    return table(None, blue, red, blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("list", 2)))


def lobby_wrong() -> Published:
    """Blue reads what is wrong with a list, in whole sentences."""
    upgrades = (
        "Rebel Veterans: two heavy weapons, CM-O/93 Trooper and Stun Baton Veteran, where a unit of this kind takes one"
    )
    wrong = tuple(text("scene.name", name=why) for why in (upgrades, "Hand: 6 cards, and 7 are asked"))
    offers = (Offer("echo", name("Echo Base")), Offer("broken", name("hoth-evening.json"), wrong=wrong))
    prompts = Lobby(("legion_2024",), system="legion_2024", offers=offers).prompts()
    return table(None, *prompts, blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("wrong", 0)))


def numbers() -> Published:
    asks = tuple(
        Number(key="number", seat=seat, ask=text("match.number", most=999), rule="TB-09", least=0, most=999)
        for seat in (BLUE, RED)
    )
    return table(
        None,
        *asks,
        blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("number", 407)),
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("number", 38)),
        commitment="3fa9c04e" * 8,
    )
