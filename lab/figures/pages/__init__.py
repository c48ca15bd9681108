"""The pages of the web program in Chromium, measured: pictures without faults, bytes to load them, replays."""
