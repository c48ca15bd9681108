"""The campaign `phone`: forged frames at a phone's place, and what an eavesdropper learns of a phone."""
