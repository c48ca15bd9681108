"""The campaign `power`: cut power at every write, and open the disk with the product's code."""
