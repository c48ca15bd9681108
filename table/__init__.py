"""What happens at the table: rules, session, screen."""

__version__ = "0.1.0"
