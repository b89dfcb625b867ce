"""Explorables: traits in, a widget out that works with a kernel and without one."""
