"""The front page: its first look, and a small picture of every chapter."""
