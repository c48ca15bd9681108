"""Order tokens and advantage tokens: the pools, and tokens on command cards."""
