"""The corners of the rules: what is refused in which words, what waits for nobody, what happens at the edges."""

from collections import Counter

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import TurnSkipped
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.armies import Rank, Slot, Timing, Unit
from table.games.legion.rules.model.slots import fits, spread
from table.games.legion.rules.model.state import Troop
from table.games.legion.rules.orders.order_events import RangeJudged
from table.games.legion.rules.pools.pool_making import worst_case
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.games.legion.rules.reading.reading_events import CardFactsAgreed, CardReadOff
from table.games.legion.rules.selection.selection_events import CardRefused
from table.games.legion.rules.units.unit_events import UnitPromoted, UnitRestored
from table.rules.chance import RED_DEFENSE
from table.rules.commands import Reveal
from table.rules.prompts import ChooseOne, Number, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS
from table.rules.tokens import HandOut
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Player,
    Tabletop,
    army,
    card,
    own,
    unit,
)
from tests.games.legion.rules.kit import skirmish as small

DAWN = card("Dawn", 1, timing=Timing.START_OF_ACTIVATION)
REVEALING = card("Revealing", 1, timing=Timing.REVEAL)
SEEKER = unit("Seeker", None)


def activation(blue: str = "Push", red: str = "Assault") -> Tabletop:
    """Veers and Vader have orders, Leia and the Rebels too; blue has priority."""
    table = small()
    table.command_phase(blue, red)
    return table


def why(player: Player, key: str, value: Value = None) -> tuple[str, str]:
    """The rule and the sentence of a refusal."""
    refusal = player.tries(key, value)
    return refusal.rule, refusal.why.key.rpartition(".")[2]


def standing(table: Tabletop) -> set[str]:
    return {prompt.key for prompt in table.prompts() if prompt.standing}


@pytest.mark.rule("LG-31")
def test_the_red_defense_die_has_three_blocks_a_surge_and_two_blanks() -> None:
    assert Counter(RED_DEFENSE.faces) == {"block": 3, "surge": 1, "blank": 2}


class TestNobodyWaits:
    """Prompts that are open all the time keep no step from its end."""

    @pytest.mark.rule("TB-39")
    def test_while_turns_are_taken(self) -> None:
        assert standing(activation()) == {
            "correct", "draw.by_hand", "priority.correct", "order.extra", "token.back", "token.look", "park",
            "advantage", "defeat", "defeat.several", "promote", "token.second", "turn.extra", "token.down",
        }  # fmt: skip

    @pytest.mark.rule("TB-43")
    @pytest.mark.rule("TB-37")
    def test_while_cards_lie_there(self) -> None:
        table = Tabletop(
            army(VEERS, VADER, cards=[replace(card("Lasting", 1, timing=Timing.UNTIMED), permanent=True)]), army(LEIA)
        )
        table.both_play("Lasting", "Push")
        assert "card.back" not in standing(table)
        table.blue.answers("effect")
        table.issue_all()
        table.end_round()
        table.command_phase("Ambush", "Assault")
        table.end_activation()
        assert table.step == "end"
        assert {"card.recover", "card.discard"} <= standing(table), "in the End Phase, too"

    @pytest.mark.rule("TB-23")
    def test_while_a_reveal_effect_is_resolved(self) -> None:
        table = Tabletop(army(VEERS, cards=[REVEALING]), army(LEIA), game=LegionClassic())
        table.both_play("Revealing", "Push")
        assert "card.back" in standing(table)
        today = small(cards=[REVEALING])
        today.both_play("Revealing", "Push")
        assert "card.back" not in standing(today), "nobody chooses again (LA-50)"

    @pytest.mark.rule("LC-50")
    def test_while_a_card_may_give_something(self) -> None:
        bombardment = card("Bombardment", 1, timing=Timing.ACTIVATION)
        table = Tabletop(army(VEERS, cards=[bombardment]), army(LEIA), game=LegionClassic())
        table.command_phase("Bombardment", "Push")
        assert "given" in standing(table)
        assert why(table.blue, "given", "legion.card.ambush") == ("LC-50", "not_in_play")
        assert why(table.blue, "given", "legion.card.no_such") == ("LC-50", "not_offered")


class TestAnOrderFromAnotherSource:
    @pytest.mark.rule("LG-48")
    def test_is_one_a_round(self) -> None:
        assert why(activation().blue, "order.extra", "Veers") == ("LG-48", "ordered")

    @pytest.mark.rule("TB-41")
    def test_needs_the_units_token_in_the_pool(self) -> None:
        table = activation()
        for _ in range(2):
            table.blue.with_consent("park", "pool:corps")
        assert why(table.blue, "order.extra", "Snowtroopers 1") == ("TB-41", "not_in_pool")
        table.blue.answers("defeat", "Snowtroopers 1")
        assert why(table.blue, "order.extra", "Snowtroopers 1") == ("LG-48", "not_offered")


class TestTurns:
    @pytest.mark.rule("LG-20")
    def test_nobody_is_skipped_before_the_effects_of_the_start(self) -> None:
        table = Tabletop(army(VEERS, cards=[DAWN]), army(LEIA, REBELS))
        table.both_play("Dawn", "Push")
        while not table.blue.unit("Veers").ordered:
            table.blue.answers("orders", "Veers")
        table.blue.with_consent("token.down", "Veers")
        table.issue_all()
        assert table.events_of(TurnSkipped) == []
        table.blue.answers("effect")
        assert table.events_of(TurnSkipped) == [TurnSkipped(BLUE)]

    @pytest.mark.parametrize("others", [(REBELS,), (REBELS, REBELS, REBELS, REBELS)])
    def test_the_question_speaks_of_a_pass_where_there_is_one(self, others: tuple[Unit, ...]) -> None:
        table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, *others))
        table.both_play("Ambush", "Push")
        table.issue_all()
        has_one = table.blue.side.play.passes > 0
        assert has_one is (len(others) > 1)
        prompt = table.blue.asked("turn")
        assert prompt is not None
        assert ("pass" in table.blue.offered("turn")) is has_one
        assert (prompt.ask.key == "legion.turn.ask") is has_one

    @pytest.mark.rule("TB-29")
    def test_after_a_wasted_draw_a_pass_is_free(self) -> None:
        table = Tabletop(army(VEERS, AT_ST, SNOWTROOPERS), army(LEIA, REBELS), [1])
        table.both_play("Ambush", "Push")
        table.blue.answers("orders", "Veers")
        table.issue_all()
        table.blue.answers("defeat", "AT-ST")
        prompt = table.blue.asked("turn")
        assert prompt is not None
        assert prompt.ask.key == "legion.turn.ask.no_pass", "blue has no pass before it"
        table.blue.answers("turn", "draw")
        prompt = table.blue.asked("turn")
        assert isinstance(prompt, ChooseOne)
        assert prompt.ask.key == "legion.turn.wasted"
        assert [option.label.key for option in prompt.options if option.id == "pass"] == ["legion.turn.pass_free"]

    @pytest.mark.rule("TB-28")
    def test_a_unit_without_an_order_is_not_simply_activated(self) -> None:
        assert why(activation().blue, "turn", "AT-ST") == ("TB-28", "no_order")

    @pytest.mark.rule("TB-35")
    def test_a_token_parked_while_orders_are_issued_waits(self) -> None:
        table = small()
        table.both_play("Push", "Assault")
        table.blue.answers("orders", "Veers")
        table.blue.with_consent("park", "Veers")
        prompt = table.blue.asked("park.back")
        assert prompt is not None
        assert prompt.standing


class TestNotDefeatedAfterAll:
    """TB-33: how many tokens the pool lacks."""

    @staticmethod
    def restored(table: Tabletop, name: str) -> int:
        table.blue.answers("defeat", name)
        table.blue.answers("restore", name)
        table.blue.answers("restore.why", "slip")
        return table.last(UnitRestored).tokens

    @pytest.mark.rule("TB-33")
    def test_none_before_there_is_a_pool(self) -> None:
        assert self.restored(small(), "Snowtroopers 1") == 0

    @pytest.mark.rule("TB-33")
    def test_none_for_a_counterpart(self) -> None:
        table = Tabletop(army(VEERS, SEEKER), army(LEIA))
        table.command_phase("Ambush", "Push")
        assert self.restored(table, "Seeker") == 0

    @pytest.mark.rule("TB-33")
    def test_none_while_its_token_is_looked_at_or_drawn(self) -> None:
        table = Tabletop(army(VEERS, SNOWTROOPERS, unit("Droids"), unit("Pilots")), army(LEIA))
        table.both_play("Ambush", "Push")
        table.blue.answers("orders", "Veers")
        table.issue_all()
        table.blue.with_consent("token.look")
        assert self.restored(table, "Snowtroopers") == 0
        table.blue.answers("token.looked")
        table.blue.with_consent("draw.by_hand", "corps")
        assert self.restored(table, "Snowtroopers") == 0
        assert table.blue.asked("unit"), "it is still drawn"


class TestPromotion:
    @pytest.mark.rule("TB-34")
    def test_a_counterpart_is_never_promoted(self) -> None:
        table = Tabletop(army(VEERS, VADER, SEEKER), army(LEIA))
        table.command_phase("Ambush", "Push")
        assert table.blue.offered("promote") == ["Vader"]
        table.blue.with_consent("promote", "Vader")
        assert table.last(UnitPromoted).was is Rank.OPERATIVE


class TestReadingACard:
    """TB-24: what the data do not know."""

    @staticmethod
    def reading() -> Tabletop:
        table = small(cards=[replace(card("Secret", 1), slots=None, suggested=None)])
        table.both_play("Secret", "Push")
        return table

    @pytest.mark.rule("TB-24")
    def test_a_timing_alone_is_asked_for(self) -> None:
        table = small(cards=[replace(card("Untimed", 1), timing=None)])
        table.both_play("Untimed", "Push")
        assert table.blue.asked("read.timing")

    @pytest.mark.rule("TB-24")
    def test_no_effect_goes_on_before_both_cards_are_read(self) -> None:
        table = small(cards=[REVEALING, replace(card("Secret", 1), slots=None, suggested=None)])
        table.both_play("Revealing", "Secret")
        assert table.blue.asked("effect") is None
        table.red.answers("read.whom", ())
        table.blue.answers("read.agree", "yes")
        assert table.blue.asked("effect")

    @pytest.mark.rule("TB-24")
    def test_whom_offers_what_the_army_has(self) -> None:
        table = self.reading()
        assert table.blue.offered("read.whom") == [
            "any", "rank:commander", "rank:operative", "rank:corps", "rank:heavy", "type:ground", "type:trooper",
            "type:vehicle", "name:Veers", "name:Vader", "name:Snowtroopers", "name:AT-ST",
        ]  # fmt: skip

    @pytest.mark.rule("TB-24")
    def test_a_line_has_parts_and_no_more_orders_than_units(self) -> None:
        table = self.reading()
        table.blue.answers("read.whom", ("rank:corps",))
        count = table.blue.asked("read.count")
        assert isinstance(count, Number)
        assert (count.least, count.most) == (1, 5)
        table.blue.answers("read.count", 2)
        table.blue.answers("read.whom", ("rank:heavy",))
        count = table.blue.asked("read.count")
        assert isinstance(count, Number)
        assert count.most == 3
        table.blue.answers("read.count", 1)
        assert not table.last(CardReadOff).reading.slots_done
        table.blue.answers("read.whom", ())
        table.red.answers("read.agree", "yes")
        corps, heavy = Slot(ranks=(Rank.CORPS,), either=True), Slot(ranks=(Rank.HEAVY,), either=True)
        assert table.last(CardFactsAgreed).slots == (corps, corps, heavy)

    @pytest.mark.rule("TB-24")
    def test_a_name_with_a_colon_is_a_name(self) -> None:
        droid = unit("R2: Droid")
        table = Tabletop(army(VEERS, droid, cards=[replace(card("Secret", 1), slots=None)]), army(LEIA))
        table.both_play("Secret", "Push")
        table.blue.answers("read.whom", ("name:R2: Droid",))
        table.blue.answers("read.count", 1)
        assert table.last(CardReadOff).reading.slots == (Slot(names=("R2: Droid",), either=True),)


class TestOrders:
    @pytest.mark.rule("LG-40")
    @pytest.mark.rule("LG-41")
    def test_the_rule_of_a_nomination_is_that_of_the_card(self) -> None:
        cards = [own("Vader", card("Fist", 1)), replace(card("Heir", 1), title="Dark Lord")]
        two = unit("Piett", Rank.COMMANDER)
        for name, rule in (("Push", "LG-41"), ("Fist", "LG-40"), ("Heir", "LG-40")):
            table = Tabletop(army(VEERS, two, VADER, VADER, cards=cards), army(LEIA))
            table.both_play(name, "Assault")
            asked = table.blue.asked("nominate")
            assert asked is not None
            assert asked.rule == rule

    @pytest.mark.rule("LC-35")
    def test_nobody_is_asked_for_a_distance_that_does_not_matter(self) -> None:
        lone = card("Lone", 1, orders=(Slot(names=("Veers",)),))
        table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[lone]), army(LEIA, cards=[lone]), game=LegionClassic())
        table.both_play("Lone", "Push")
        assert RangeJudged(BLUE, ()) in table.events_of(RangeJudged)

    @pytest.mark.rule("LC-36")
    def test_a_unit_in_range_is_refused_for_what_it_is(self) -> None:
        table = Tabletop(
            army(VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST, cards=[card("Corps", 1, (Slot(ranks=(Rank.CORPS,)),))]),
            army(LEIA), game=LegionClassic(),
        )  # fmt: skip
        table.both_play("Corps", "Push")
        assert why(table.blue, "orders", "AT-ST") == ("LC-36", "type")
        assert why(table.blue, "orders", "Veers") == ("LC-36", "type")

    @pytest.mark.rule("LG-43")
    def test_a_unit_that_fits_a_slot_that_is_taken_is_refused_for_that(self) -> None:
        mixed = card("Mixed", 2, orders=(Slot(ranks=(Rank.CORPS,)), Slot(ranks=(Rank.HEAVY,))))
        table = small(cards=[mixed])
        table.both_play("Mixed", "Assault")
        table.blue.answers("orders", "Snowtroopers 1")
        assert why(table.blue, "orders", "Snowtroopers 2") == ("LG-43", "slots")
        assert why(table.blue, "orders", "Vader") == ("LG-45", "type")


class TestSlots:
    """LG-45: whom a part of an orders line reaches."""

    @pytest.mark.rule("LG-45")
    @pytest.mark.parametrize(
        ("slot", "fit"),
        [
            (Slot(), True),
            (Slot(factions=("empire",)), True),
            (Slot(factions=("rebels",)), False),
            (Slot(affiliations=("mercenary",)), False),
            (Slot(affiliations=("",)), True),
            (Slot(types=("vehicle",)), True),
            (Slot(types=("trooper", "ground vehicle")), True),
            (Slot(types=("trooper", "creature")), False),
            (Slot(ranks=(Rank.HEAVY,), types=("trooper",)), False),
            (Slot(ranks=(Rank.HEAVY,), types=("trooper",), either=True), True),
            (Slot(names=("AT-ST",), ranks=(Rank.CORPS,)), False),
        ],
    )
    def test_by_faction_affiliation_type_rank_and_name(self, slot: Slot, fit: bool) -> None:
        assert fits(slot, Troop(AT_ST, "AT-ST", Rank.HEAVY)) is fit
        assert not fits(slot, Troop(AT_ST, "AT-ST", None)), "a counterpart has no order"

    @pytest.mark.rule("LG-45")
    def test_each_stands_for_as_many_orders_as_there_are_units(self) -> None:
        corps = Slot(ranks=(Rank.CORPS,), every=True)
        troops = [Troop(SNOWTROOPERS, "A", Rank.CORPS), Troop(SNOWTROOPERS, "B", Rank.CORPS)]
        assert spread([corps, Slot()], troops) == (corps, corps, Slot())
        assert spread([corps], []) == ()


class TestPriority:
    @pytest.mark.rule("LG-31")
    def test_equal_pips_are_no_priority(self) -> None:
        table = small()
        table.both_play("Push", "Push")
        assert table.events_of(PriorityGiven) == []
        assert table.blue.asked("roll")

    @pytest.mark.rule("TB-75")
    def test_a_die_rolled_by_hand_is_reported_and_any_other_answer_is_just_wrong(self) -> None:
        by_hand = Tabletop(army(VEERS), army(LEIA), game=Legion2024(rolls_by_hand=True))
        by_hand.both_play("Push", "Push")
        assert why(by_hand.blue, "roll") == ("TB-75", "by_hand")
        assert why(by_hand.blue, "roll", "seven") == ("LG-31", "not_offered")
        table = small()
        table.both_play("Push", "Push")
        assert why(table.blue, "roll", "seven") == ("LG-31", "not_offered")

    @pytest.mark.rule("TB-74")
    def test_it_is_corrected_until_any_unit_was_activated(self) -> None:
        table = activation()
        assert table.blue.asked("priority.correct")
        table.blue.answers("turn", "Veers")
        table.red.activates("Leia")
        assert table.state.turn is BLUE
        assert table.blue.asked("priority.correct") is None


class TestSelecting:
    """The reasons, as the classic rules tell them after the reveal; the current ones tell none (LA-50)."""

    @pytest.mark.rule("LG-12")
    def test_a_card_of_a_title_belongs_to_any_unit_of_that_title(self) -> None:
        titled = replace(card("Titled", 1), title="Dark Lord")
        table = Tabletop(army(VEERS, VADER, cards=[titled]), army(LEIA, cards=[titled]), game=LegionClassic())
        refused = self.refusals(table, "Titled")
        assert refused == {RED: "legion.illegal.absent"}
        table = Tabletop(army(VEERS, VADER, cards=[titled]), army(LEIA), game=LegionClassic())
        table.blue.answers("defeat", "Vader")
        assert self.refusals(table, "Titled") == {BLUE: "legion.illegal.defeated", RED: "legion.illegal.foreign"}

    @pytest.mark.rule("LG-12")
    def test_of_several_owners_one_or_all_must_stand(self) -> None:
        either = replace(card("Either", 1), belongs_to=("Veers", "Vader"))
        both = replace(either, id="legion.card.both", name="Both", belongs_to_all=True)
        for name, fallen, refused in (
            ("Either", (), ""),
            ("Either", ("Veers",), ""),
            ("Either", ("Veers", "Vader"), "legion.illegal.defeated"),
            ("Both", ("Veers",), "legion.illegal.defeated"),
            ("Both", (), ""),
        ):
            table = Tabletop(
                army(VEERS, VADER, unit("Piett", Rank.COMMANDER), cards=[either, both]),
                army(LEIA),
                game=LegionClassic(),
            )
            for each in fallen:
                table.blue.answers("defeat", each)
            assert self.refusals(table, name).get(BLUE, "") == refused, (name, fallen)
        table = Tabletop(army(VEERS, cards=[either, both]), army(LEIA), game=LegionClassic())
        assert self.refusals(table, "Both")[BLUE] == "legion.illegal.absent", "one of them was never there"
        table = Tabletop(army(VEERS, unit("Piett", Rank.COMMANDER), cards=[either]), army(LEIA), game=LegionClassic())
        table.blue.answers("defeat", "Veers")
        assert self.refusals(table, "Either")[BLUE] == "legion.illegal.defeated"

    @pytest.mark.rule("LG-12")
    def test_a_name_and_a_title_are_one_unit(self) -> None:
        lord = replace(card("Lord", 1), belongs_to=("Vader",), title="Dark Lord")
        young = unit("Vader", Rank.COMMANDER, title="Young")
        table = Tabletop(army(VEERS, young, cards=[lord]), army(LEIA), game=LegionClassic())
        assert self.refusals(table, "Lord")[BLUE] == "legion.illegal.absent"

    @staticmethod
    def refusals(table: Tabletop, name: str) -> dict[object, str]:
        """What becomes of the same card on both readers."""
        table.both_play(name, name)
        return {event.seat: event.why.key for event in table.events_of(CardRefused)}

    @pytest.mark.rule("LG-10")
    def test_a_card_that_no_army_has_is_named_by_its_id(self) -> None:
        table = Tabletop(army(VEERS), army(LEIA), game=LegionClassic())
        table.both_play("Push", "Unheard of")
        assert table.last(CardRefused).name == "legion.card.unheard-of"


class TestTheEnd:
    @pytest.mark.rule("TB-20")
    def test_nothing_is_revealed_or_laid_after_the_last_round(self) -> None:
        table = Tabletop(army(VEERS), army(LEIA), game=Legion2024(rounds=1))
        assert table.game.hand(table.state, BLUE)
        table.command_phase("Ambush", "Push")
        table.end_round()
        refusal = table.game.decide(table.state, Reveal(()), table.chance)
        assert isinstance(refusal, Refusal)
        assert refusal.rule == "TB-20"
        assert [table.game.hand(table.state, seat) for seat in SEATS] == [(), ()]

    @pytest.mark.rule("TB-31")
    def test_the_worst_of_a_round_is_every_unit_and_the_advantage(self) -> None:
        table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST), army(LEIA))
        assert worst_case(table.state) == (
            HandOut(BLUE, "commander", 1), HandOut(BLUE, "corps", 2), HandOut(BLUE, "heavy", 1),
            HandOut(RED, "commander", 1), HandOut(RED, "advantage", 2),
        )  # fmt: skip
        equal = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA))
        assert all(owed.kind != "advantage" for owed in worst_case(equal.state)), "one unit fewer is none"


class TestWhatACardGives:
    """LC-50 and on: the card that is asked about has to be in play all the while."""

    @staticmethod
    def classic() -> Tabletop:
        lasting = replace(card("Lasting", 1, timing=Timing.UNTIMED), permanent=True)
        bombardment = replace(card("Bombardment", 1, timing=Timing.ACTIVATION), returns=True)
        blue = army(VEERS, VADER, SNOWTROOPERS, cards=[lasting, bombardment])
        table = Tabletop(blue, army(LEIA, REBELS), game=LegionClassic())
        table.command_phase("Lasting", "Push")
        table.end_round()
        return table

    @pytest.mark.rule("LC-50")
    def test_a_lasting_card_gives_beside_that_of_the_round_and_one_that_returned_no_more(self) -> None:
        table = self.classic()
        table.both_play("Bombardment", "Assault")
        assert set(table.blue.offered("given")) == {"legion.card.lasting", "legion.card.bombardment"}
        table.blue.answers("given", "legion.card.bombardment")
        assert table.blue.asked("given.unit"), "one of two cards in play"
        table.blue.answers("given.unit", "Veers")
        table.blue.answers("given.how", "keyword")
        table.issue_all()
        assert table.blue.side.play.returned
        assert table.blue.offered("given") == ["legion.card.lasting"]

    @pytest.mark.rule("TB-32")
    def test_it_gives_nothing_to_a_unit_that_is_defeated_or_the_opponents(self) -> None:
        table = self.classic()
        table.both_play("Bombardment", "Assault")
        table.blue.answers("given", "legion.card.lasting")
        table.blue.answers("defeat", "Snowtroopers")
        refused = table.blue.tries("given.unit", "Snowtroopers")
        assert dict(refused.why.args)["unit"] == "Snowtroopers"
        assert why(table.blue, "given.unit", "nobody") == ("LC-51", "not_offered")
