"""The classroom: assignments from one text each, drawn numbers, a sandbox, marks. See README.md."""
