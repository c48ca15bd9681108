"""Orders: the nominated commander, the units that get an order, and offers beside the card's orders."""
