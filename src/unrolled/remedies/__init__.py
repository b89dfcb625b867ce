"""Against vanishing and exploding: shortcuts, decay, explorer. Notebook: book/gradients.ipynb"""
