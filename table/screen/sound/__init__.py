"""The sounds: the choice of a cue, its samples, and the loudspeaker."""
