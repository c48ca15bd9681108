"""The question of a seat's half: its words, the ways on from it, and the room that its answers keep."""
