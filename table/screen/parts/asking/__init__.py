"""The question of a seat's half: its words, the touches beside it, and the room for its answers."""
