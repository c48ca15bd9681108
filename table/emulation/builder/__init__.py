"""An emulated table with a builder's mistakes, and an emulated person who answers the doctor's questions."""
