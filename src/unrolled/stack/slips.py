"""Known mistakes of this chapter, as functions of what the right one takes, each with its answer.

Notebook: book/stack.ipynb
"""
