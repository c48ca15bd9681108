"""The phones of seats and helpers: their admission to a place, and their acts."""
