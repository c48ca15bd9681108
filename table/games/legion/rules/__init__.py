"""The rules of Legion: the game, made of its steps (`steps`) over its state (`model`). Pure."""
