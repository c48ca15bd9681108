"""The figures of the web program, and the viewers that it is measured with."""
