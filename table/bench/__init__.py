"""The developers' side: bench window, scripts, campaigns, figures."""
