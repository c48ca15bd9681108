"""Acts at an emulated table as values, what performs them, and bots that have nothing but hands."""
