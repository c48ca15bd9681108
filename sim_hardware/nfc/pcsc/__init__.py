"""Readers on USB behind an emulated daemon of PC/SC, over the same emulated tags."""
