"""What is heard: which cue when, how it sounds, and the loudspeaker."""
