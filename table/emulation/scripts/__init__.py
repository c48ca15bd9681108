"""Scripts: whole evenings as text files, one act or expectation a line, that are replayed, typed or recorded."""
