"""Habits that make tests worth having: nothing sleeps, nothing is skipped, an ignore has its reason."""

import ast
import re
from pathlib import Path

import pytest

from tests.repo.sources import PACKAGES, files, imports, is_in, shown, tree

TESTS = files("tests", ".py")
ALL = [*(path for package in PACKAGES for path in files(package, ".py")), *TESTS, *files("scripts", ".py")]
IGNORE = re.compile(r"#\s*(?:type:\s*ignore|noqa|pragma: no (?:cover|branch))\b[^#]*(#?.*)$")
MARKS = ("pytest.mark.skip", "pytest.mark.skipif", "pytest.mark.xfail")
LEAVING_OUT = ("pytest.skip", "pytest.xfail", "pytest.importorskip", *MARKS)


def dotted(node: ast.expr) -> str:
    """Return `a.b.c` for an attribute chain, and nothing for any other expression."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize("path", [path for path in TESTS if "bench" not in path.parts], ids=shown)
def test_no_test_sleeps(path: Path) -> None:
    """`asyncio.sleep(0)` lets others run and takes no time: no sleep. Benchmarks do measure real time."""
    assert [name for _, name in imports(path) if is_in(name, "time.sleep", "asyncio.sleep", "trio")] == []
    calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    sleeps = [node for node in calls if dotted(node.func) in ("time.sleep", "asyncio.sleep", "anyio.sleep")]
    timed = [node for node in sleeps if ast.unparse(node.args[0]) != "0"]
    assert [f"{shown(path)}:{node.lineno}" for node in timed] == []


@pytest.mark.parametrize("path", TESTS, ids=shown)
def test_no_test_is_left_out_by_its_own_word(path: Path) -> None:
    used = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)]
    assert [f"{shown(path)}:{node.lineno}" for node in used if dotted(node) in LEAVING_OUT] == []


@pytest.mark.parametrize("path", ALL, ids=shown)
def test_an_ignore_names_its_reason(path: Path) -> None:
    """The reason stands on the same line after a second `#`, or as a comment on the line above."""
    lines = path.read_text(encoding="utf-8").splitlines()
    silent = [
        f"{shown(path)}:{number}"
        for number, line in enumerate(lines, 1)
        if (match := IGNORE.search(line))
        and not match[1].strip("# ")
        and not lines[number - 2].lstrip().startswith("#")
    ]
    assert silent == []
