"""A table as somebody has built it, with any mistake that a builder makes, and the human who answers the doctor."""
