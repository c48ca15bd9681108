"""What every match shares, whatever its rules: chance, seals, tokens owed. Pure, like the rules."""
