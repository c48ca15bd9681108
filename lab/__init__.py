"""Figures, campaigns and generated pages, for developers and releases. The product never imports this package."""

__version__ = "0.3.0.dev0"
