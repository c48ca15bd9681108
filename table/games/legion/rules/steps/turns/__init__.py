"""What a turn of the Activation Phase is made of beside its choice: activations that last, and tokens on cards."""
