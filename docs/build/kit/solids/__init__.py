"""The printed parts of the kit as code (build123d), from the measures in `sim_hardware/dispenser/kit.toml`.

All lengths are millimetres. Assembled, the floor's upper face is z = 0, and the hole in it lies on the x axis.
"""
