"""About the page: witnesses, worked examples, tables, figures, widgets, the site."""
