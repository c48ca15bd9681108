"""The files beside a match's journal: marks of bots, notes of the synced length, the players' names."""
