"""`.ci/run` gives tests that start real programs a second chance."""
