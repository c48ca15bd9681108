"""The loudspeaker and the voice, each on a thread of its own."""
