"""The site has every document, and its pages link to pages only."""

import re
from pathlib import Path

from tests.project.site import gather, linked
from tests.project.tree import ROOT, rulebooks


def test_every_page_is_in_the_navigation(tmp_path: Path) -> None:
    pages = gather(tmp_path / "docs")
    assert {f"docs/rulebooks/{folder.name}.md" for folder in rulebooks()} <= set(pages)
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(pages)
    assert all((tmp_path / "docs" / page).is_file() for page in pages)


def test_pages_link_to_pages_only() -> None:
    pages = {"README.md", "docs/a.md", "asp/README.md"}
    text = "[a](a.md), [the law](../asp/README.md#letters), [`x.yaml`](x.yaml), [out](https://example.org), [here](#b)"
    new = "[a](a.md), [the law](../asp/README.md#letters), `x.yaml`, [out](https://example.org), [here](#b)"
    assert linked(text, "docs/a.md", pages) == new
    code = "```sh\n[no](link)\n```"
    assert linked(code, "docs/a.md", pages) == code
