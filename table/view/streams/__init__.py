"""The streams that leave a table: frames made of published views, without a network."""
