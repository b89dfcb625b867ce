"""About the site: building, typesetting, plain notebooks, JupyterLab."""
