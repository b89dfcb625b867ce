"""Against vanishing and exploding: shortcuts, decay, explorer. Notebook: book/remedies.ipynb"""
