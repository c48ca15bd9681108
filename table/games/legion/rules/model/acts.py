"""Acts of command cards on orders, order tokens and cards, as codes. No card text is stored here."""

from enum import StrEnum

from msgspec import Struct


class Act(StrEnum):
    """An act of a card. The codes are those of the column `acts` in the data files."""

    EXTRA_ORDER = "extra_order"
    MAY_DECLINE_ORDERS = "may_decline_orders"
    """The owner may decline that many orders (the argument) or fewer (LA-45)."""
    OPPONENT_ORDERS_LIMIT = "opponent_orders_limit"
    """The opponent's card issues at most that many orders, the argument (LA-45)."""
    ORDER_RANGE_LIMIT = "order_range_limit"
    ORDER_KEYWORD_CHANGE = "order_keyword_change"
    NOMINATE_ONLY = "nominate_only"
    """Only the commander in the argument may be nominated. Without one the card cannot be played (LA-45)."""
    OPERATIVE_MAY_LEAD = "operative_may_lead"
    ON_ANY_ORDER = "on_any_order"
    """The card also acts on orders from other sources: of `own` units, `by_self` or to `self`."""
    ON_ENEMY_ORDER = "on_enemy_order"
    ORDER_OUTSIDE_STEP = "order_outside_step"
    """Once the card was shown, the unit in the argument can get an order at any time of a round (LA-63)."""

    TOKEN_TO_POOL = "token_to_pool"
    TOKEN_FLIP_FACEDOWN = "token_flip_facedown"
    TOKEN_ASSIGN_FACEDOWN = "token_assign_facedown"
    TOKEN_ASSIGN_FACEUP = "token_assign_faceup"
    TOKEN_PARK_CHOSEN = "token_park_chosen"
    TOKEN_PARK_RANDOM = "token_park_random"
    USE_PARKED_TOKEN = "use_parked_token"
    SECOND_TOKEN = "second_token"
    ACTIVATE_OUT_OF_TURN = "activate_out_of_turn"
    EXTRA_ACTIVATION = "extra_activation_this_round"
    HOLD_ENEMY_UNIT = "hold_enemy_unit"
    OPPONENT_DRAW = "opponent_draw_rank_chosen"
    ADVANTAGE_GAIN = "advantage_gain"

    REPLACE_REVEALED = "replace_revealed_card"
    SEND_BACK_OPPONENT = "send_back_opponent_card"
    DISCARD_SELF = "discard_self"
    RESELECT_BOTH = "reselect_both"
    DISCARD_FROM_HAND = "discard_from_hand"
    RECOVER_FROM_DISCARD = "recover_from_discard"
    SET_ASIDE_OPPONENT_CARDS = "set_aside_opponent_cards"
    CANNOT_SELECT = "cannot_select"
    """The card cannot be selected. With the argument `round1` that is so in the first round only."""
    MUST_BE_SELECTED = "must_be_selected"
    MUST_BE_INCLUDED = "must_be_included"
    DIVULGE_AT = "divulge_at"
    MUST_DIVULGE = "must_divulge"
    NOT_DISCARDED = "not_discarded"
    """The card stays in play after its round, without being called permanent."""
    PERMANENT = "permanent"
    """The card stays in play. With the argument `divulged` only its divulged half does (LA-41)."""


AT = "@"
"""Separates an act's words from its time, one of the card's times."""


class CardAct(Struct, frozen=True):
    """An act of a card with its argument."""

    act: Act
    argument: str = ""
    """The argument behind the code: a number, an owner, a unit. Empty if the code is complete."""

    @property
    def words(self) -> str:
        """Return the argument without the time of the act."""
        return self.argument.partition(AT)[0]

    @property
    def time(self) -> str:
        """Return the time of the act, or an empty string if it has all times of the card."""
        return self.argument.partition(AT)[2]
