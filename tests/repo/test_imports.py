"""Who may import whom. The rules stand in docs/decisions/0006-who-imports-whom.md; here they are checked."""

import ast
import sys
from pathlib import Path

import pytest

from tests.repo.sources import PACKAGES, files, imports, is_in, module_name, shown, tree

# Package → what of ours it may import. The longest entry that a module lies in decides.
MAY_IMPORT = {
    "engine": ("engine",),
    "protocol": ("protocol",),
    # To fill seats the server needs a bot's judgement, which is pure: view and offers in, command out.
    "server": ("server", "engine", "protocol", "clients.bots.policy"),
    "clients": ("clients", "protocol"),
    "clients.bots": ("clients", "protocol", "engine"),
}
# The one file where rules and wire meet, and so the one place to review for what leaves the house.
MEETING_PLACE = "server.mapping"
# The command table names its targets as text and imports the one that is asked for.
IMPORTS_BY_NAME = ("server.cli",)
# engine/ is pure: no clock, chance, file, socket, thread or environment. What it may use is listed, not what
# it may not, so that nothing slips in under a name nobody thought of.
PURE_MODULES = (
    "__future__", "abc", "array", "base64", "binascii", "bisect", "collections", "copy", "dataclasses",
    "enum", "functools", "hashlib", "heapq", "itertools", "json", "math", "operator", "re", "string",
    "struct", "types", "typing", "zlib",
)  # fmt: skip
IMPURE_CALLS = ("open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "id", "hash")
# Commands, run by a person and not by the game: they read files and print.
TOOLS = ("engine.tools",)
REGISTRY = ("engine.rulesets", "engine.rulesets.registry")
RULESETS = ("nanning", "nanjing", "zhuji", "longjiang")

ALL = [path for package in PACKAGES for path in files(package, ".py")]
ENGINE = files("engine", ".py")
PURE = [path for path in ENGINE if not is_in(module_name(path), *TOOLS)]
KERNEL = [path for path in PURE if not is_in(module_name(path), "engine.rulesets", "engine.mechanics")]


def breaches(path: Path, *forbidden: str, apart_from: tuple[str, ...] = ()) -> list[str]:
    """Return the imports of a file that lie in forbidden modules, each as one line for the report."""
    return [
        f"{shown(path)}:{line} imports {name}"
        for line, name in imports(path)
        if is_in(name, *forbidden) and not is_in(name, *apart_from)
    ]


def allowed(module: str) -> tuple[str, ...]:
    """Return what of ours a module may import."""
    return MAY_IMPORT[max((key for key in MAY_IMPORT if is_in(module, key)), key=len)]


@pytest.mark.parametrize("path", ALL, ids=shown)
def test_a_package_imports_only_what_lies_below_it(path: Path) -> None:
    assert breaches(path, *PACKAGES, "tests", "scripts", apart_from=allowed(module_name(path))) == []


@pytest.mark.parametrize("path", files("server", ".py"), ids=shown)
def test_rules_and_wire_meet_in_one_file(path: Path) -> None:
    if is_in(module_name(path), MEETING_PLACE):
        return
    assert not (breaches(path, "engine") and breaches(path, "protocol")), breaches(path, "engine", "protocol")


@pytest.mark.parametrize("path", ALL, ids=shown)
def test_nothing_is_imported_by_name_outside_the_command_table(path: Path) -> None:
    if is_in(module_name(path), *IMPORTS_BY_NAME):
        return
    assert breaches(path, "importlib.import_module", "runpy") == []
    assert [line for line, name in imports(path) if name == "importlib"] == []


@pytest.mark.parametrize("path", ENGINE, ids=shown)
def test_the_engine_needs_the_standard_library_alone(path: Path) -> None:
    outside = [name for _, name in imports(path) if not is_in(name, "engine", *sys.stdlib_module_names)]
    assert outside == []


@pytest.mark.parametrize("path", PURE, ids=shown)
def test_the_engine_knows_no_clock_chance_or_outside_world(path: Path) -> None:
    assert [name for _, name in imports(path) if not is_in(name, "engine", *PURE_MODULES)] == []
    calls = [node for node in nodes_when_imported(path) if isinstance(node, ast.Call)]
    named = [(node.lineno, node.func.id) for node in calls if isinstance(node.func, ast.Name)]
    assert [f"{shown(path)}:{line} calls {name}" for line, name in named if name in IMPURE_CALLS] == []


@pytest.mark.parametrize("path", PURE, ids=shown)
def test_the_engine_does_not_use_its_tools(path: Path) -> None:
    assert breaches(path, *TOOLS) == []


@pytest.mark.parametrize("path", KERNEL, ids=shown)
def test_the_kernel_knows_no_ruleset_and_no_mechanic(path: Path) -> None:
    assert breaches(path, "engine.rulesets", "engine.mechanics") == []
    words = {word for word in identifiers_and_texts(path) if any(key in word.lower() for key in RULESETS)}
    assert words == set(), f"{shown(path)} names a ruleset"


@pytest.mark.parametrize("path", files("engine/mechanics", ".py"), ids=shown)
def test_a_mechanic_knows_no_ruleset(path: Path) -> None:
    assert breaches(path, "engine.rulesets") == []


@pytest.mark.parametrize("path", files("engine/rulesets", ".py"), ids=shown)
def test_a_ruleset_knows_no_other_ruleset(path: Path) -> None:
    if module_name(path) in REGISTRY:
        return
    own = module_name(path).split(".")[2]
    assert breaches(path, *(f"engine.rulesets.{key}" for key in RULESETS if key != own)) == []


def nodes_when_imported(path: Path) -> list[ast.AST]:
    """Return every node of a file but those under `if __name__ == "__main__"`, which only a person runs."""
    body = [
        node
        for node in tree(path).body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'")
    ]
    return [inner for node in body for inner in ast.walk(node)]


def identifiers_and_texts(path: Path) -> set[str]:
    """Return every name and text in a file's code; a text that stands alone is prose and left out."""
    prose = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            found.add(node.value)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found
