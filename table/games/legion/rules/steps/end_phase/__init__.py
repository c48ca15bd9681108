"""The End Phase asks two things beside whether it is over: promotions and victory points."""
