"""What the End Phase asks beside whether it is over: promotions and victory points."""
