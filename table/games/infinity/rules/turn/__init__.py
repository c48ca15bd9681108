"""A player turn: the order count, the orders, and its end."""
