"""The rules of Infinity: the game, made of its steps (`steps`) over its state (`model`). Pure."""
