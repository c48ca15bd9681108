"""An evening with two phones, measured: the real program, its real codes, and phones over real connections."""
