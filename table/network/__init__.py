"""Everything that leaves the table for others to see: frames for spectators and for helpers. It knows no secret."""
