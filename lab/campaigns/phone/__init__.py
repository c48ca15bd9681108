"""The campaign `phone`: forged frames from a phone, and an eavesdropper's knowledge about a phone."""
