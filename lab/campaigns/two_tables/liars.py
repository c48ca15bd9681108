"""Sides that lie: the program of one side, changed in one place."""

from collections.abc import Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from lab.campaigns.two_tables.bad_line import SideMade
from table.records.two_tables.canonical import HashTree, canonical
from table.records.two_tables.pair_rules import CHANCE_DEPTH, PairRules, PairState, contribution_leaf
from table.records.two_tables.paired_side import PairedSide
from table.records.two_tables.peer import TwoTablesPeer
from table.records.two_tables.peer_values import OwnSide, PairedKeys, Wish
from table.records.two_tables.statements import (
    CardOpening,
    HeldBatch,
    Lie,
    PairBatch,
    PairMessage,
    RollPart,
    SentBatch,
    SentHead,
    SentOffer,
    SentStatement,
    SideOffer,
    Statement,
    StatementKind,
    batch_hash,
)
from table.rules.choice.sealed_choice import ChoiceOpening
from table.rules.commands import Answer
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.refusal import Refusal


class LiesAboutCard(TwoTablesPeer):
    """Opens another card of its hand than the locked one."""

    def _open_card(self, pair: PairState) -> bool:
        if not super()._open_card(pair):
            return False
        lie = self._false(pair, self._shown[self.seat])
        self._keep(self.seat, pair.number, self._stated(StatementKind.OPENING, lie))
        return True

    def _write(self, pair: PairState) -> bool:
        """Wait with the reveal until the other side has the false opening."""
        return not self._shown and super()._write(pair)

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        other = next(card for card in self._brought(pair) if card != opening.card)
        return self._secrets.opening(pair.locks[self.seat], ChoiceOpening(other, bytes.fromhex(opening.salt)))

    def _brought(self, pair: PairState) -> tuple[str, ...]:
        brought = self.rules.match.game.belongings(pair.state.game, self.seat)
        return tuple(one.card for one in brought if self._secrets.has(one.card))


class LaysForeignCard(LiesAboutCard):
    """Locks a card that is not in its hand, and opens it with the path of another one."""

    FOREIGN = "a_card_of_nobody"

    def lay(self, prompt: SealedCard, card: str) -> Refusal | None:
        self._wish = Wish(prompt, None, self.FOREIGN)
        self._advance()
        return None

    def _open_card(self, pair: PairState) -> bool:
        if self._card is not None:
            self._card = ChoiceOpening(self._brought(pair)[0], self._card.salt)
        return super()._open_card(pair)

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        return replace(opening, card=self.FOREIGN)


class LaysSpentCard(LiesAboutCard):
    """Locks a card that it may not play, as soon as it has one."""

    def lay(self, prompt: SealedCard, card: str) -> Refusal | None:
        pair = self.pair
        brought = () if pair is None else self._brought(pair)
        spent = [each for each in brought if pair and not self.rules.match.sealable(pair.state, self.seat, each)]
        self._wish = Wish(prompt, None, next(iter(spent), card))
        self._advance()
        return None

    def _write(self, pair: PairState) -> bool:
        shown = self._shown.get(self.seat)
        if shown is not None and not self.rules.match.sealable(pair.state, self.seat, shown.card):
            return False
        return super(LiesAboutCard, self)._write(pair)

    def _false(self, pair: PairState, opening: CardOpening) -> CardOpening:
        return opening


class LiesAboutNumber(TwoTablesPeer):
    """Opens another contribution to a roll than it committed to."""

    def _stated(self, kind: StatementKind, value: CardOpening | RollPart) -> Statement:
        if isinstance(value, RollPart):
            value = replace(value, contribution=bytes(32).hex())
        return super()._stated(kind, value)


class ChoosesAmongLeaves(TwoTablesPeer):
    """Commits to a tree of twice as many leaves, in which a longer path leads to a second contribution to each roll."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        super().__init__(keys, own, disk)
        leaves = [contribution_leaf(keys.seat, n, bytes.fromhex(self._secrets.part(n).contribution)) for n in range(64)]
        self._secrets.chance = HashTree(leaves, CHANCE_DEPTH + 1)
        self._offers[self.seat] = replace(self._offers[self.seat], chance=self._secrets.chance.root)


class CopiesRoot(TwoTablesPeer):
    """Offers the root of the other side's contributions as its own, and sends each of them back."""

    def _their_offer(self, offer: SideOffer) -> None:
        super()._their_offer(offer)
        if self.pair is None and offer.seat in self._offers:
            self._offers[self.seat] = replace(self._offers[self.seat], chance=offer.chance)

    def outstanding(self) -> tuple[PairMessage, ...]:
        waits = self.pair is None and self.seat.opponent not in self._offers
        return tuple(each for each in super().outstanding() if not (waits and isinstance(each, SentOffer)))

    def _stated(self, kind: StatementKind, value: CardOpening | RollPart) -> Statement:
        theirs = self._parts.get((self.seat.opponent, value.question)) if isinstance(value, RollPart) else None
        return super()._stated(kind, value if theirs is None else replace(theirs, seat=self.seat))


class LiesAboutEvent(TwoTablesPeer):
    """Signs an act whose last event is missing."""

    def _wished(self, pair: PairState) -> PairBatch | None:
        batch = super()._wished(pair)
        if batch is None or len(batch.events) < 2 or pair.number < 4:
            return batch
        return replace(batch, events=batch.events[:-1])


class OwnDice(PairRules):
    """Rules that take a result which a player typed, as at one table."""

    def prompts(self, state: MatchState[Any]) -> tuple[AnyPrompt, ...]:
        return self.match.prompts(state)

    def _is_by_hand(self, state: MatchState[Any], answer: Answer) -> bool:
        return False


class TypesResults(TwoTablesPeer):
    """Answers a roll or a draw with a result of its own choice."""

    def __init__(self, keys: PairedKeys, own: OwnSide, disk: MutableMapping[str, bytes]) -> None:
        super().__init__(keys, own, disk)
        self.rules = OwnDice(own.game)


class SignsTwice(TwoTablesPeer):
    """Signs a second batch with the number of one that holds, and sends it."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        due = super().outstanding()
        if len(self.log) < 4:
            return due
        held = self.log[-1]
        batch = replace(msgspec.json.decode(held.body, type=PairBatch), state=bytes(32).hex())
        body = canonical(batch)
        signature = self._keys.signing.sign("batch", bytes.fromhex(batch_hash(body)))
        other = replace(held, body=body.decode(), **{str(self.seat): signature})
        return (*due, SentBatch(other))


class FallsSilent(TwoTablesPeer):
    """Keeps its openings and contributions to itself."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        opened = (StatementKind.OPENING, StatementKind.PART)
        due = super().outstanding()
        return tuple(each for each in due if not isinstance(each, SentStatement) or each.statement.kind not in opened)

    def _write(self, pair: PairState) -> bool:
        return pair.act is None and not self.rules.match.ready_to_open(pair.state) and super()._write(pair)


class OpensEarly(TwoTablesPeer):
    """The control: a side that opens its card as soon as it is locked."""

    def outstanding(self) -> tuple[PairMessage, ...]:
        due, pair = super().outstanding(), self.pair
        if self._card is None or pair is None or self.seat not in pair.locks or self.seat in self._shown:
            return due
        opening = self._secrets.opening(pair.locks[self.seat], self._card)
        return (*due, SentStatement(self._stated(StatementKind.OPENING, opening)))


class SignsAtOnce(TwoTablesPeer):
    """The control: a side that signs after a start without asking for the other's log."""

    @property
    def _may_sign(self) -> bool:
        return True

    def outstanding(self) -> tuple[PairMessage, ...]:
        due, (number, head) = super().outstanding(), self._head
        return (*due, SentHead(True, head, number)) if self._their_number < 0 else due


class TrustsAll(TwoTablesPeer):
    """The control: a side that takes what the other one signs, and checks nothing."""

    def _check(self, batch: PairBatch, held: HeldBatch) -> None:
        pass


def side_of(peer: type[TwoTablesPeer]) -> SideMade:
    """Return what makes a side that plays by this program."""
    return type(f"{peer.__name__}Side", (PairedSide,), {"plays": peer})


LIARS: Mapping[Lie, type[TwoTablesPeer]] = MappingProxyType(
    {
        Lie.ANOTHER_CARD: LiesAboutCard,
        Lie.NOT_IN_HAND: LaysForeignCard,
        Lie.NOT_PLAYABLE: LaysSpentCard,
        Lie.ANOTHER_NUMBER: LiesAboutNumber,
        Lie.ANOTHER_EVENT: LiesAboutEvent,
        Lie.TWO_BATCHES: SignsTwice,
    }
)
CHEATS: tuple[type[TwoTablesPeer], ...] = (ChoosesAmongLeaves, CopiesRoot)
"""Sides that offer a root with which they could choose a roll. Each opens another number than it committed to."""
