"""The edges of the picture: the strips above and below what the seats see."""
