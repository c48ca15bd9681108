"""Seals (commitments), and rolls and draws that can be verified later."""
