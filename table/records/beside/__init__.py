"""The files beside a match's journal: marks of bots, notes of what is on the disk, the players' names."""
