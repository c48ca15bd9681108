"""Put the firmware onto the dispenser's Pico, ask for its version, and test its hoppers."""
