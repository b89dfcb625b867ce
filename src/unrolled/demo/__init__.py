"""The d-e-m-o network, all the way: its numbers, those that slides print, and its widgets."""
