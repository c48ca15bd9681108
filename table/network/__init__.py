"""Everything that the table publishes to others: frames for spectators and for helpers. It knows no secret."""
