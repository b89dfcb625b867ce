"""The project's address, said once in _config.yml, and whatever shows it.

`make address` writes the links of README.md and the entries of CITATION.cff. As a Sphinx extension
this gives the pages buttons to the source, to its issues and, on GitHub, to Binder and Colab.
Without an address nothing is shown.
"""

import re
from pathlib import Path

import yaml

LINKS = re.compile(r"(?s)(<!-- address: [^>]*-->\n).*?(<!-- end of address -->)")
ENTRIES = re.compile(r"(?m)^(?:repository-code|url): .*\n")
GITHUB = re.compile(r"https://github\.com/([\w.-]+)/([\w.-]+)")


def read_address(root: Path) -> str:
    """The address of the repository, without a slash at its end; "" where there is none."""
    settings = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    address = (settings.get("repository") or {}).get("url") or ""
    if address and not re.fullmatch(r"https://[\w.-]+(?:/[\w.-]+)+/?", address):
        raise ValueError(f"repository.url: got {address!r}, expected https://host/owner/name")
    return address.rstrip("/")


def find_site(address: str) -> str:
    """Where GitHub publishes the site of a repository; "" elsewhere."""
    found = GITHUB.fullmatch(address)
    if not found:
        return ""
    owner, name = found.groups()
    host = f"https://{owner.lower()}.github.io/"
    return host if name.lower() == f"{owner.lower()}.github.io" else f"{host}{name}/"


def put_into_readme(text: str, address: str) -> str:
    """The README with its links between the two comments."""
    site = find_site(address)
    links = [f"[Read the book online]({site})"] if site else []
    if address:
        links += [f"[source]({address})", f"[report a mistake]({address}/issues)"]
    line = " · ".join(links) + "\n" if links else ""
    return LINKS.sub(lambda found: found[1] + line + found[2], text)


def put_into_citation(text: str, address: str) -> str:
    """CITATION.cff with the address of the source, and of the site."""
    site = find_site(address)
    entries = f"repository-code: {address}\n" if address else ""
    entries += f"url: {site}\n" if site else ""
    return ENTRIES.sub("", text).replace("license:", f"{entries}license:", 1)


def write_address(root: Path) -> None:
    """README.md and CITATION.cff follow _config.yml."""
    address = read_address(root)
    for name, put in (("README.md", put_into_readme), ("CITATION.cff", put_into_citation)):
        path = root / name
        path.write_text(put(path.read_text("utf-8"), address), encoding="utf-8")


def choose_buttons(address: str) -> dict:
    """The theme's options for an address."""
    if not address:
        return {}
    buttons = {
        "repository_url": address,
        "use_repository_button": True,
        "use_issues_button": True,
    }
    if GITHUB.fullmatch(address):
        services = {
            "binderhub_url": "https://mybinder.org",
            "colab_url": "https://colab.research.google.com",
        }
        buttons["launch_buttons"] = {"notebook_interface": "jupyterlab", **services}
    return buttons


def setup(app) -> dict:
    """Called by Sphinx."""
    app.connect("config-inited", _show_buttons, priority=100)  # before the theme reads them
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _show_buttons(app, config) -> None:
    config.html_theme_options |= choose_buttons(read_address(Path(app.srcdir)))


if __name__ == "__main__":
    write_address(Path.cwd())
