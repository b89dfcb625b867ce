"""The project's address is said once, and everything that shows it follows."""

import pytest
import yaml

from tests.conftest import ROOT
from unrolled.site.address import (
    choose_buttons,
    find_site,
    put_into_citation,
    put_into_readme,
    read_address,
)

ADDRESS = "https://github.com/Someone/unrolled"
README = (ROOT / "README.md").read_text("utf-8")
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")


def test_readme_and_citation_follow_the_settings():
    address = read_address(ROOT)
    assert put_into_readme(README, address) == README
    assert put_into_citation(CITATION, address) == CITATION


def test_an_address_is_shown_and_taken_away_again():
    readme, citation = put_into_readme(README, ADDRESS), put_into_citation(CITATION, ADDRESS)
    assert "[Read the book online](https://someone.github.io/unrolled/)" in readme
    assert f"[report a mistake]({ADDRESS}/issues)" in readme
    cited = yaml.safe_load(citation)
    assert cited["repository-code"] == ADDRESS
    assert cited["url"] == find_site(ADDRESS)
    assert "http" not in put_into_readme(readme, "").split("![")[0]
    assert not {"repository-code", "url"} & yaml.safe_load(put_into_citation(citation, "")).keys()


def test_buttons_come_with_the_address():
    assert choose_buttons("") == {}
    assert choose_buttons(ADDRESS)["launch_buttons"]["colab_url"].startswith("https://colab")
    elsewhere = choose_buttons("https://codeberg.org/someone/unrolled")
    assert elsewhere["use_issues_button"]
    assert "launch_buttons" not in elsewhere


@pytest.mark.parametrize("wrong", ["github.com/a/b", "https://github.com", "https://a b/c/d"])
def test_what_is_no_address_is_refused(tmp_path, wrong):
    (tmp_path / "_config.yml").write_text(yaml.safe_dump({"repository": {"url": wrong}}), "utf-8")
    with pytest.raises(ValueError, match=r"repository\.url: got .*, expected https://"):
        read_address(tmp_path)
