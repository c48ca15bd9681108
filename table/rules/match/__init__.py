"""What every match shares, whatever its rules: the chance, seals, tokens owed, undo, the judge, the end. Pure."""
