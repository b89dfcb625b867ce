"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {}
