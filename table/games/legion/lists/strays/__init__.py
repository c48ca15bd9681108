"""Command cards and units that got among upgrades, or below headings of parts that the table does not need."""
