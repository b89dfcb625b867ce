"""Why gradients vanish and explode. Notebook: book/gradients.ipynb"""
