"""The rules of Tide of Iron: the game, made of its steps (`steps`) over its state (`model`). Pure."""
