"""What the documents say is there is there: links, make targets, commands, decisions, locks."""

import json
import re
from pathlib import Path

import pytest

from server.cli import COMMANDS
from tests.repo.sources import ROOT, files, shown

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *files("docs", ".md"), *files("deploy", ".md")]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MAKE = re.compile(r"(?:^|`)\s*(?:[A-Z_]+=\S+ )*make ([a-z]+)\b", re.MULTILINE)
SIFANG = re.compile(r"(?:^|`|\$ )sifang ([a-z]+)\b", re.MULTILINE)
REGISTRY_ADDRESS = re.compile(r"https?://")
DECISIONS = ROOT / "docs" / "decisions"
DECISION_PARTS = ("## Context", "## Decision", "## Consequences")


def anchors(path: Path) -> set[str]:
    """Return the anchors that a document's headings give it, as the usual renderers make them."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_a_link_within_the_repository_leads_somewhere(path: Path) -> None:
    for link in LINK.findall(FENCED.sub("", path.read_text(encoding="utf-8"))):
        if REGISTRY_ADDRESS.match(link) or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_a_make_target_that_is_spoken_of_exists(path: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(MAKE.findall(path.read_text(encoding="utf-8"))) <= set(targets)


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_a_command_that_is_spoken_of_exists(path: Path) -> None:
    names = {command.name for command in COMMANDS}
    assert set(SIFANG.findall(path.read_text(encoding="utf-8"))) <= names


def test_decisions_are_numbered_without_holes_and_say_why() -> None:
    decisions = sorted(path for path in DECISIONS.glob("*.md") if path.stem != "README")
    assert [path.name[:5] for path in decisions] == [f"{n:04}-" for n in range(1, len(decisions) + 1)]
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    for path in decisions:
        text = path.read_text(encoding="utf-8")
        assert [part for part in DECISION_PARTS if part not in text] == [], path.name
        assert f"({path.name})" in index, path.name


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.lock")), ids=shown)
def test_a_python_lock_pins_every_file_by_hash_and_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not REGISTRY_ADDRESS.search(text)
    pinned = re.findall(r"^\S+==", text, re.MULTILINE)
    assert pinned
    for block in re.split(r"^(?=\S+==)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.parametrize("path", [*files("clients", ".json")], ids=shown)
def test_a_page_lock_names_no_address_outside_what_packages_say_of_themselves(path: Path) -> None:
    if path.name != "package-lock.json":
        return
    packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []
