"""The device doctor: for each part it prints OK, or how to fix it."""
