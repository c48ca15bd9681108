"""Effects of command cards: when they fall due, what they allow, and where cards go afterwards."""
