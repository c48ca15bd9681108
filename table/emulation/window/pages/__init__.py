"""The pages of the drawer: what to do now, the log, faults, sliders, help."""
