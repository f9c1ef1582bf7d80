"""Write what follows from the message types: schema, TypeScript, and the tables of docs/protocol.md.

``python -m protocol.generate`` writes; with ``--check`` it only says what is stale (exit 1).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from protocol import reference
from protocol.schemas import DOCUMENTS
from protocol.typescript import write_types

__all__ = ["main", "outputs"]


def outputs(root: Path) -> dict[Path, str]:
    """Make every generated file's text, by path below the repository's root."""
    documents = {name: make() for name, make in DOCUMENTS.items()}
    files = {
        root / "protocol" / "schema" / f"{name}.json": json.dumps(document, ensure_ascii=False, indent=1)
        for name, document in documents.items()
    }
    types = write_types(documents["to_server"], documents["to_client"], documents["codes"])
    files[root / "clients" / "web" / "src" / "protocol" / "types.ts"] = types
    page = root / "docs" / "protocol.md"
    files[page] = reference.fill(page.read_text(encoding="utf-8"), documents)
    return {path: text.rstrip("\n") + "\n" for path, text in files.items()}


def main(arguments: Sequence[str], root: Path) -> int:
    """Write what is stale, or with ``--check`` only name it; give the exit code."""
    check = "--check" in arguments
    stale = [
        (path, text)
        for path, text in outputs(root).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        print(("stale: " if check else "wrote: ") + path.relative_to(root).as_posix())
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parents[1]))
