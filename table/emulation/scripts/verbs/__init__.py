"""What a script's lines do: each verb with what it performs."""
