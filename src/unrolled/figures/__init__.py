"""Figures: arrays in, matplotlib Axes out."""
