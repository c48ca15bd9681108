"""The edges of the picture: the strips above and below the seats' halves."""
