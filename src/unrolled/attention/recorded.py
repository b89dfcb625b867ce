"""Attention weights as letters, a letter each: how they are recorded and read in the page."""

LETTERS = "".join(chr(k) for k in range(35, 127) if chr(k) not in "\\<&")  # 0 to 88 of 88
