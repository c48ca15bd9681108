"""What a table publishes: complete, frozen, and public from end to end."""
