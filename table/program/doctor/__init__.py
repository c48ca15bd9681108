"""The device doctor: every part looked at, and for each a line: well, or what to do."""
