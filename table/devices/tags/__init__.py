"""Which tag is which card, the record on a tag, and how cards become known."""
