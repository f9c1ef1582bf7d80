"""The repository's own files, read and parsed for the checks beside this file."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "protocol", "server", "clients")
NOT_OURS = {"node_modules", "dist", "__pycache__", ".build"}


def files(folder: str, *suffixes: str) -> list[Path]:
    """Return every file of ours below a folder that has one of the suffixes, in a stable order."""
    found = (path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes and path.is_file())
    return sorted(path for path in found if not NOT_OURS & set(path.relative_to(ROOT).parts))


def shown(path: Path) -> str:
    """Return a path as a person writes it, from the repository's root."""
    return path.relative_to(ROOT).as_posix()


def module_name(path: Path) -> str:
    """Return the dotted name that a Python file is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    """Return a Python file, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"), shown(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and full dotted name of everything a file imports, also inside functions.

    `from a import b` yields `a.b`: whether b is a module or a name in one, a rule about `a` or `a.b` sees it.
    """
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def is_in(name: str, *modules: str) -> bool:
    """Return whether a dotted name is one of some modules or lies inside one."""
    return any(name == module or name.startswith(f"{module}.") for module in modules)
