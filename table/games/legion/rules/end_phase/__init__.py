"""The End Phase: promotions, victory points, and the end of the round."""
