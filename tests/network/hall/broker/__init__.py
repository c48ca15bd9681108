"""Tests that need a real Mosquitto: `make hall`."""
