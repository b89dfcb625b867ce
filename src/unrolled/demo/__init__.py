"""The d-e-m-o network's numbers, plain arrays: chapters make their cells of them."""
