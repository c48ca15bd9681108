"""The campaign `dispense`: the whole path of a payout, from the event to the token, under every cut and fault."""
