"""Every clause of the rules is cited where it is carried out and where it is tested; no citation is invented.

A clause is a list item or a table row of docs/rules that begins with its id (`- NN-4.3 …`). Code cites it by
that id; a test by that id in its text, its docstring or its case's name, or as `nn_4_3` in a function's name.
"""

import re
from pathlib import Path

import pytest

from tests.repo.sources import PACKAGES, ROOT, files, shown

# The rulesets whose code exists. A new one adds its document here.
DOCUMENTS = ("common", "longjiang", "nanjing", "nanning", "zhuji")
RULES = ROOT / "docs" / "rules"
DEFINITION = re.compile(r"^(?:- |\| )([A-Z]{2}-\d+\.\d+[a-z]?)\b", re.MULTILINE)
SECTION = re.compile(r"^## ([A-Z]{2}-\d+)\b", re.MULTILINE)
CITATION = re.compile(r"\b(?:CO|NN|NJ|ZJ|LJ)-[1-9]\d?(?:\.\d+[a-z]?)?(?!\w)")
IN_A_NAME = re.compile(r"(?<![a-z])(co|nn|nj|zj|lj)_(\d+)_(\d+[a-z]?)(?![0-9a-z])")

# Clauses that no line of the engine can carry out, with the reason.
PROSE: dict[str, str] = {}

ENGINE_CODE = files("engine", ".py")
CODE = [path for package in PACKAGES for path in files(package, ".py", ".ts", ".tsx", ".lua")]
TESTS = [
    path
    for path in [*files("tests", ".py", ".json"), *files("clients/web", ".ts", ".tsx")]
    if path.parent != Path(__file__).parent and (path.is_relative_to(ROOT / "tests") or ".test." in path.name)
]


def defined(document: str) -> list[str]:
    """Return the clause ids a rules document defines, in its order."""
    return DEFINITION.findall((RULES / f"{document}.md").read_text(encoding="utf-8"))


def cited(paths: list[Path]) -> dict[str, str]:
    """Return every clause id cited in some files, with a file that cites it."""
    found: dict[str, str] = {}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for clause in CITATION.findall(text):
            found.setdefault(clause, shown(path))
        for document, section, number in IN_A_NAME.findall(text):
            found.setdefault(f"{document.upper()}-{section}.{number}", shown(path))
    return found


CLAUSES = [clause for document in DOCUMENTS for clause in defined(document)]
IN_ENGINE = cited(ENGINE_CODE)
IN_CODE = cited([path for path in CODE if path not in TESTS])
IN_TESTS = cited(TESTS)


@pytest.mark.parametrize("clause", [clause for clause in CLAUSES if clause not in PROSE])
def test_a_clause_is_cited_where_it_is_carried_out(clause: str) -> None:
    """What all rulesets share may be the server's or a client's affair; a ruleset's own is the engine's."""
    if clause not in (IN_CODE if clause.startswith("CO-") else IN_ENGINE):
        pytest.fail(f"no line of code cites {clause}")


@pytest.mark.parametrize("clause", [clause for clause in CLAUSES if clause not in PROSE])
def test_a_clause_is_cited_where_it_is_tested(clause: str) -> None:
    if clause not in IN_TESTS:
        pytest.fail(f"no test cites {clause}")


def test_every_citation_is_of_a_clause_that_exists() -> None:
    documents = sorted(path.stem for path in RULES.glob("*.md"))
    known = {clause for document in documents for clause in defined(document)}
    for document in documents:
        known |= set(SECTION.findall((RULES / f"{document}.md").read_text(encoding="utf-8")))
    everywhere = cited([*CODE, *TESTS])
    assert {clause: where for clause, where in everywhere.items() if clause not in known} == {}


@pytest.mark.parametrize("document", [path.stem for path in sorted(RULES.glob("*.md"))])
def test_a_clause_is_defined_once(document: str) -> None:
    clauses = defined(document)
    assert clauses
    assert len(clauses) == len(set(clauses))


def test_what_counts_as_prose_is_still_a_clause_and_has_its_reason() -> None:
    assert set(PROSE) <= set(CLAUSES)
    assert all(reason.strip() for reason in PROSE.values())
