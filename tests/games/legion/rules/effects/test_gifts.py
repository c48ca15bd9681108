"""A card in play rewards the units that it names, as often in each round as it states (LA-63)."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from table.games.legion.data.catalogue import load
from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.card_acts.gifts import AFTER, ANY_UNIT, EACH, EITHER, NEAR, OTHER
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import CommandCard, Rank, Timing
from table.rules.prompts import Value
from table.rules.seats import BLUE
from table.rules.text import text
from tests.games.legion.rules.kit import LEIA, REBELS, VEERS, Tabletop, army, card, does, own, slots, unit

OFFICER = replace(VEERS, name="Officer")
ALONE = card("Alone", 2, slots(3))
TWICE = (
    (CardAct(Act.ADVANTAGE_GAIN, "unknown"), "advantage", (None, None)),
    (CardAct(Act.TOKEN_PARK_CHOSEN, "1"), "park", ("pool:corps", "pool:corps")),
    (CardAct(Act.TOKEN_PARK_RANDOM, "1"), "park", ("random", "random")),
    (CardAct(Act.TOKEN_TO_POOL, "own"), "token.back", ("Officer", "Rebels 1")),
    (CardAct(Act.TOKEN_FLIP_FACEDOWN, "own"), "token.down", ("Officer", "Rebels 1")),
    (CardAct(Act.TOKEN_ASSIGN_FACEDOWN, "own"), "token.down", ("pool:4", "pool:5")),
    (CardAct(Act.TOKEN_ASSIGN_FACEUP, "own"), "order.extra", ("4", "5")),
    (CardAct(Act.EXTRA_ORDER, "any"), "order.extra", ("4", "5")),
    (CardAct(Act.ACTIVATE_OUT_OF_TURN, "any"), "turn.extra", ("Officer", "Rebels 1")),
)


def in_play(gift: CommandCard) -> Tabletop:
    """A match in its Activation Phase in which blue's card counts; blue has three tokens face up, two in the pool."""
    units = (OFFICER, *[REBELS] * 4)
    table = Tabletop(army(*units, cards=[gift, ALONE]), army(LEIA, *[REBELS] * 6))
    table.both_play(gift.name, "Ambush")
    ordered(table)
    return table


def ordered(table: Tabletop) -> None:
    """Blue's card orders the Officer and two Rebels, and no order is issued beside the card's."""
    while table.step != "activation":
        if (asked := table.blue.asked("orders")) and asked.rule != "LG-43":
            table.blue.answers("orders", "none")
        else:
            table.first_offered()


def gift(*acts: CardAct) -> CommandCard:
    return replace(card("Gift", 3, slots(3)), acts=acts)


def asks(table: Tabletop, key: str, value: Value) -> bool:
    """Whether this answer of blue's asks red; blue drops it then."""
    before = len(table.events_of(ConsentAsked))
    table.blue.answers(key, value)
    if len(table.events_of(ConsentAsked)) == before:
        return False
    table.blue.answers("consent.drop")
    return True


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(("act", "key", "values"), TWICE, ids=[each[0].act for each in TWICE])
def test_the_first_use_is_free_and_reported_and_the_second_one_is_agreed_to(
    act: CardAct, key: str, values: Sequence[Value]
) -> None:
    table = in_play(gift(act))
    assert not asks(table, key, values[0])
    used = table.last(GiftUsed)
    assert used == GiftUsed(BLUE, table.blue.card("Gift"), "Gift", act.act, act.argument)
    assert table.game.line(used) == text("legion.story.gift", seat=text("seat.blue"), name="Gift")
    if key == "turn.extra":
        table.blue.answers("turn.end")
    assert asks(table, key, values[1])


@pytest.mark.rule("LA-63")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_number_on_the_card_states_how_often(number: int) -> None:
    table = in_play(gift(CardAct(Act.ADVANTAGE_GAIN, str(number))))
    assert [asks(table, "advantage", None) for _ in range(4)] == [False] * number + [True] * (4 - number)


@pytest.mark.rule("LA-63")
def test_a_number_of_tokens_stands_before_whose_they_are() -> None:
    table = in_play(gift(CardAct(Act.TOKEN_TO_POOL, "2 own")))
    assert [asks(table, "token.back", each) for each in ("Officer", "Rebels 1", "Rebels 2")] == [False, False, True]


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-08")
@pytest.mark.parametrize(("one", "other"), [("Officer", "pool:5"), ("pool:5", "Officer")])
def test_a_card_that_turns_a_token_down_or_lays_one_down_does_one_of_both(one: str, other: str) -> None:
    table = in_play(gift(CardAct(Act.TOKEN_FLIP_FACEDOWN, "own"), CardAct(Act.TOKEN_ASSIGN_FACEDOWN, "own")))
    assert not asks(table, "token.down", one)
    assert asks(table, "token.down", other)


@pytest.mark.rule("LA-63")
@pytest.mark.parametrize(
    ("timing", "later", "first"),
    [
        (Timing.UNTIMED, (), "orders"),
        (Timing.ISSUING, (Timing.ACTIVATION,), "orders"),
        (Timing.COMMAND_END, (), "activation"),
        (Timing.START_OF_ACTIVATION, (), "activation"),
        (Timing.ACTIVATION, (), "activation"),
        (Timing.SETUP, (Timing.ACTIVATION,), "activation"),
        (Timing.NONE, (), "orders"),
        (Timing.END_PHASE, (), "never"),
    ],
)
def test_a_card_gives_nothing_before_its_time(timing: Timing, later: tuple[Timing, ...], first: str) -> None:
    """Where the table knows no time, from the reveal on."""
    timed = replace(gift(CardAct(Act.TOKEN_TO_POOL, "own")), timing=timing, later=later)
    table = Tabletop(army(OFFICER, *[REBELS] * 4, cards=[timed]), army(LEIA, REBELS))
    table.both_play("Gift", "Push")
    while not table.blue.asked("token.back"):
        table.first_offered()
    assert table.step == "orders"
    assert asks(table, "token.back", table.blue.offered("token.back")[0]) is (first != "orders")
    if first != "orders":
        ordered(table)
        assert asks(table, "token.back", table.blue.offered("token.back")[0]) is (first != "activation")


@pytest.mark.rule("LA-63")
def test_a_card_that_acts_in_the_end_phase_gives_another_one_back_then() -> None:
    acts = (CardAct(Act.RECOVER_FROM_DISCARD, "Alone"),)
    back = replace(card("Back", 1, slots(1)), acts=acts, timing=Timing.UNTIMED, later=(Timing.END_PHASE,))
    table = Tabletop(army(OFFICER, REBELS, cards=[ALONE, back]), army(LEIA, REBELS))
    table.command_phase("Alone", "Ambush")
    table.end_round()
    table.command_phase("Back", "Push")
    assert asks(table, "card.recover", ALONE.id)
    table.end_activation()
    assert table.step == "end"
    assert not asks(table, "card.recover", ALONE.id)


@pytest.mark.rule("LA-63")
def test_of_a_kind_of_units_each_one_is_issued_one_order_and_no_other_unit() -> None:
    bikes = unit("Bikes", Rank.SUPPORT, "repulsor vehicle")
    evasive = replace(gift(CardAct(Act.EXTRA_ORDER, "each Repulsor Vehicle")), slots=())
    table = Tabletop(army(OFFICER, bikes, bikes, REBELS, cards=[evasive]), army(LEIA, REBELS))
    table.both_play("Gift", "Ambush")
    while table.step != "orders":
        table.first_offered()
    assert asks(table, "order.extra", "Rebels")
    assert not asks(table, "order.extra", "Bikes 1")
    assert not asks(table, "order.extra", "Bikes 2")
    assert asks(table, "order.extra", "Officer")


@pytest.mark.rule("LA-63")
def test_of_each_current_card_it_is_known_to_whom_it_gives_something() -> None:
    """Words that name neither units of the data nor a kind of them are among those that leave it to the players."""
    current = load("current")
    kinds = {word for each in current.units for word in each.unit_type.split()}
    named = {each.name for each in current.units}
    for words in (
        words
        for each in current.cards
        for act in (Act.EXTRA_ORDER, Act.ACTIVATE_OUT_OF_TURN, Act.EXTRA_ACTIVATION)
        for words in each.acts_of(act)
    ):
        words, _, whom = words.partition(AFTER)
        kind = words.partition(NEAR)[0].removeprefix(EACH)
        assert not whom or whom == OTHER or whom in named
        assert words in ANY_UNIT or named.issuperset(words.split(EITHER)) or kinds.issuperset(kind.lower().split())


@pytest.mark.rule("LA-63")
def test_what_was_agreed_to_uses_nothing_up() -> None:
    table = in_play(gift(CardAct(Act.ACTIVATE_OUT_OF_TURN, "Officer")))
    table.blue.with_consent("turn.extra", "Rebels 1")
    table.blue.answers("turn.end")
    assert not asks(table, "turn.extra", "Officer")


@pytest.mark.rule("LA-63")
def test_each_act_of_a_card_is_counted_by_itself_and_each_card() -> None:
    acts = CardAct(Act.TOKEN_TO_POOL, "own"), CardAct(Act.ADVANTAGE_GAIN)
    table = in_play(gift(*acts))
    assert not asks(table, "token.back", "Officer")
    assert not asks(table, "advantage", None)
    assert asks(table, "token.back", "Rebels 1")
    assert asks(table, "advantage", None)


@pytest.mark.rule("LA-63")
def test_in_the_next_round_it_is_free_again_while_the_card_is_in_play() -> None:
    lasting = replace(gift(CardAct(Act.ADVANTAGE_GAIN)), permanent=True)
    table = in_play(lasting)
    assert not asks(table, "advantage", None)
    assert asks(table, "advantage", None)
    table.end_round()
    table.both_play("Alone", "Push")
    ordered(table)
    assert not asks(table, "advantage", None)
    assert asks(table, "advantage", None)


@pytest.mark.rule("LA-63")
def test_of_a_card_that_has_left_play_nothing_is_left() -> None:
    table = in_play(gift(CardAct(Act.ADVANTAGE_GAIN)))
    table.end_round()
    table.both_play("Alone", "Push")
    ordered(table)
    assert asks(table, "advantage", None)


@pytest.mark.rule("LA-63")
@pytest.mark.parametrize(
    ("words", "wrong", "right"),
    [
        ("Officer", "Rebels 1", "Officer"),
        ("Luke/Officer", "Rebels 1", "Officer"),
        ("Corps near the ordered Vehicle", "Officer", None),
        ("Luke", "Officer", None),
        ("any", None, "Officer"),
        ("each Trooper", None, "Officer"),
        ("each Vehicle", "Officer", None),
        ("chosen Trooper units themselves", "Officer", None),
    ],
)
def test_a_unit_that_the_card_does_not_name_is_the_wrong_one(words: str, wrong: str | None, right: str | None) -> None:
    table = in_play(gift(CardAct(Act.ACTIVATE_OUT_OF_TURN, words)))
    if wrong:
        assert asks(table, "turn.extra", wrong)
    if right:
        assert not asks(table, "turn.extra", right)


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-09")
def test_whose_token_goes_back_after_its_activation_is_the_unit_that_the_card_names() -> None:
    table = in_play(gift(CardAct(Act.EXTRA_ACTIVATION, "Officer")))
    table.red.answers("turn", table.red.offered("turn")[0])
    table.red.answers("turn.end")
    table.blue.answers("turn", "Rebels 1")
    assert asks(table, "token.return", None)
    table.blue.answers("turn.end")
    table.red.answers("turn", table.red.offered("turn")[0])
    for player, key in ((table.red, "unit"), (table.red, "turn.end")):
        while player.asked(key):
            table.first_offered()
    table.blue.answers("turn", "Officer")
    assert not asks(table, "token.return", None)


@pytest.mark.rule("LA-63")
@pytest.mark.parametrize(
    ("words", "free"),
    [("Size Matters", True), ("There Is No Try", False), ("owner=Yoda", True), ("owner=Maul", False)],
)
def test_a_card_that_the_card_does_not_name_is_the_wrong_one(words: str, free: bool) -> None:
    size = own("Yoda", card("Size Matters", 1, slots(3)))
    back = gift(CardAct(Act.RECOVER_FROM_DISCARD, words))
    table = Tabletop(army(OFFICER, unit("Yoda"), cards=[size, back]), army(LEIA, REBELS))
    table.command_phase("Size Matters", "Ambush")
    table.end_round()
    table.both_play("Gift", "Push")
    assert asks(table, "card.recover", size.id) is not free


@pytest.mark.rule("LA-63")
def test_out_of_the_pool_the_same_card_has_to_take_the_token_that_has_the_unit_act() -> None:
    """Two cards in play that give a half each give nothing together."""
    lasting = replace(gift(CardAct(Act.TOKEN_ASSIGN_FACEDOWN, "own")), permanent=True)
    acting = replace(ALONE, acts=(CardAct(Act.ACTIVATE_OUT_OF_TURN, "any"),))
    table = Tabletop(army(OFFICER, *[REBELS] * 4, cards=[lasting, acting]), army(LEIA, REBELS))
    table.command_phase("Gift", "Ambush")
    table.end_round()
    table.both_play("Alone", "Push")
    ordered(table)
    assert asks(table, "turn.extra", "pool:5")
    assert not asks(table, "turn.extra", "Officer")


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
def test_a_second_token_comes_of_the_card_alone_and_a_press_for_it_is_agreed_to() -> None:
    hell = does(card("Hell", 3, slots(1)), Act.SECOND_TOKEN, "Officer")
    table = Tabletop(army(OFFICER, REBELS, cards=[hell]), army(LEIA, REBELS))
    table.both_play("Hell", "Ambush")
    assert table.blue.unit("Officer").turns == 2, "by itself"
    assert asks(table, "token.second", "Rebels")


@pytest.mark.rule("LA-63")
def test_no_card_gives_an_order_beside_its_line_before_orders_are_issued() -> None:
    lasting = replace(gift(CardAct(Act.EXTRA_ORDER, "1")), permanent=True)
    table = in_play(lasting)
    table.end_round()
    assert table.step == "select"
    assert table.blue.asked("order.extra") is None


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-10")
def test_a_card_that_lays_tokens_aside_takes_them_out_of_the_pool_and_from_no_unit() -> None:
    table = in_play(gift(CardAct(Act.TOKEN_PARK_CHOSEN, "1"), CardAct(Act.TOKEN_PARK_RANDOM, "1")))
    assert asks(table, "park", "Officer")
    assert not asks(table, "park", "pool:corps")


def struck(act: Act, whose: str) -> tuple[Tabletop, list[str]]:
    """A match in its Activation Phase in which blue's card acts on tokens of red, and red's units with orders."""
    strike = does(card("Strike", 1), act, whose)
    table = Tabletop(army(LEIA, REBELS, cards=[strike]), army(LEIA, *[REBELS] * 3))
    table.command_phase("Strike", "Push")
    return table, [troop.name for troop in table.red.side.troops if troop.face_up]


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
def test_where_a_card_lets_the_opponent_choose_the_opponent_uses_it_up() -> None:
    table, (first, second) = struck(Act.TOKEN_TO_POOL, "opponent_chooses")
    table.red.answers("token.back", first)
    assert table.events_of(ConsentAsked) == []
    assert table.last(GiftUsed).seat is BLUE
    table.red.answers("token.back", second)
    assert table.events_of(ConsentAsked)


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
@pytest.mark.parametrize(
    ("act", "key", "pooled"),
    [
        (Act.TOKEN_TO_POOL, "token.back", False),
        (Act.TOKEN_FLIP_FACEDOWN, "token.down", False),
        (Act.TOKEN_ASSIGN_FACEDOWN, "token.down", True),
    ],
)
def test_what_a_card_does_to_an_enemy_the_enemy_does_not_use_for_itself(act: Act, key: str, pooled: bool) -> None:
    table, (first, _) = struck(act, "enemy")
    chosen = next(each for each in table.red.offered(key) if each.startswith("pool:")) if pooled else first
    table.red.answers(key, chosen)
    assert table.events_of(ConsentAsked)


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
@pytest.mark.rule("TB-39")
def test_what_a_card_does_to_an_enemy_its_owner_reports_as_often_as_the_card_does_it() -> None:
    for words, free in (("enemy", 1), ("2 enemy", 2)):
        table, names = struck(Act.TOKEN_TO_POOL, words)
        enemy = [f"enemy:{table.red.unit(name).unit.id}" for name in names]
        before = sum(table.red.pool.values())
        for name, each in zip(names[:free], enemy, strict=False):
            table.blue.answers("token.back", each)
            assert table.last(GiftUsed).seat is BLUE
            assert not table.red.unit(name).face_up
        assert sum(table.red.pool.values()) == before + free
        assert not {*enemy} & {*table.blue.offered("token.back")}, "nothing is left of it"
        assert table.events_of(ConsentAsked) == []


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-08")
def test_which_enemys_token_a_card_turns_down_its_owner_reports_and_it_is_one() -> None:
    for pooled in (False, True):
        strike = does(does(card("Strike", 1), Act.TOKEN_FLIP_FACEDOWN, "enemy"), Act.TOKEN_ASSIGN_FACEDOWN, "enemy")
        table = Tabletop(army(LEIA, REBELS, cards=[strike]), army(LEIA, *[REBELS] * 3))
        table.command_phase("Strike", "Push")
        offered = [each for each in table.blue.offered("token.down") if each.startswith("enemy:")]
        assert len(offered) == 4, "two with orders, two by a token of the pool"
        table.blue.answers("token.down", next(each for each in offered if each.startswith("enemy:pool:") is pooled))
        assert sum(troop.turned for troop in table.red.side.troops) == 1
        assert sum(troop.turned for troop in table.blue.side.troops) == 0
        assert sum(table.red.pool.values()) == 2 - pooled
        assert not [each for each in table.blue.offered("token.down") if each.startswith("enemy:")]


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-06")
def test_a_card_does_nothing_to_the_enemys_unit_that_is_being_activated() -> None:
    table, (first, second) = struck(Act.TOKEN_TO_POOL, "enemy")
    table.blue.answers("turn", table.blue.offered("turn")[0])
    table.blue.answers("turn.end")
    table.red.answers("turn", first)
    enemy = [each for each in table.blue.offered("token.back") if each.startswith("enemy:")]
    assert enemy == [f"enemy:{table.red.unit(second).unit.id}"]


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-40")
def test_a_card_does_nothing_to_the_enemys_tokens_while_the_enemy_looks_at_one() -> None:
    for act, key in ((Act.TOKEN_TO_POOL, "token.back"), (Act.TOKEN_FLIP_FACEDOWN, "token.down")):
        table, _ = struck(act, "enemy")
        assert any(each.startswith("enemy:") for each in table.blue.offered(key))
        table.red.with_consent("token.look")
        assert not any(each.startswith("enemy:") for each in table.blue.offered(key))


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-07")
@pytest.mark.parametrize("first", ["Officer", "pool:5"])
def test_the_tokens_of_a_card_that_has_a_unit_act_are_turned_by_that_activation_alone(first: str) -> None:
    acts = CardAct(Act.TOKEN_FLIP_FACEDOWN, "own"), CardAct(Act.TOKEN_ASSIGN_FACEDOWN, "own")
    table = in_play(gift(CardAct(Act.ACTIVATE_OUT_OF_TURN, "any"), *acts))
    assert asks(table, "token.down", first)
    assert not asks(table, "turn.extra", first)


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
def test_beside_which_of_the_enemys_units_a_card_lays_a_token_its_owner_reports_and_agrees_to() -> None:
    architects = does(card("Architects", 1), Act.TOKEN_ASSIGN_FACEUP, "enemy")
    table = Tabletop(army(LEIA, REBELS, cards=[architects]), army(LEIA, REBELS, REBELS))
    table.command_phase("Architects", "Push")
    unordered = next(troop.name for troop in table.red.side.troops if not troop.ordered)
    table.red.with_consent("order.extra", unordered)
    assert table.red.unit(unordered).face_up
