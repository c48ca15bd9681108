"""The campaign `forge`: forgeries of match files."""
