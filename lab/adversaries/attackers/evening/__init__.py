"""The evening with phones: an honest blue player, and an attacker who has every other role."""
