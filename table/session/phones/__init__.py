"""The phones of seats and helpers: their way to a place, and their acts."""
