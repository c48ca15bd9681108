"""Try the whole chain of a payout, from the rules' event to the token at the barrier, under every cut and fault."""
