"""An emulated table with a builder's mistakes, and a human that answers the doctor's questions."""
