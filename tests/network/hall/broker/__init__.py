"""What needs a real Mosquitto: `make hall`."""
