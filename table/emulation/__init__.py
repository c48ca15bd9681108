"""An emulated table, in real and in virtual time: everything below the drivers, and hands that reach into it."""
