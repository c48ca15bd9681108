"""A turn of the Activation Phase has two things beside its choice: activations that last, and tokens on cards."""
