"""The dispenser's Pico, on real hardware: its firmware put onto it, asked for its version, its hoppers tried."""
