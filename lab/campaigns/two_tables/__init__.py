"""The campaign `two-tables`: one match at two tables, over a bad line."""
