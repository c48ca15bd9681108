"""The parts of every match, whatever its game: the chance, seals, tokens owed, undo, the judge, the end. Pure."""
