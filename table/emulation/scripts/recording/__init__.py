"""Record a session at the bench as a script while it goes on."""
