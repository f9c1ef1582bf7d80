"""What is shipped: the four packages, the built page, one command, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import PurePosixPath

import pytest

from tests.repo.sources import PACKAGES, ROOT, files, shown


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Build the wheel from a copy of the checkout, with what set-up has installed and no network."""
    checkout = tmp_path_factory.mktemp("checkout")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("node_modules", "__pycache__")
        shutil.copytree(ROOT / package, checkout / package, ignore=ignored)
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", *offline]
    subprocess.run([*build, "--wheel-dir", checkout / "out", checkout], check=True)
    return zipfile.ZipFile(next((checkout / "out").glob("*.whl")))


def test_every_module_is_shipped(wheel: zipfile.ZipFile) -> None:
    modules = {shown(path) for package in PACKAGES for path in files(package, ".py")}
    assert modules - set(wheel.namelist()) == set()


def test_only_the_four_packages_are_shipped(wheel: zipfile.ZipFile) -> None:
    folders = {PurePosixPath(name).parts[0] for name in wheel.namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == set(PACKAGES)


def test_the_built_page_is_shipped_and_not_its_source(wheel: zipfile.ZipFile) -> None:
    page = {name for name in wheel.namelist() if name.startswith("clients/web/")}
    built = [path for path in (ROOT / "clients" / "web" / "dist").rglob("*") if path.is_file()]
    assert page == {shown(path) for path in built}
    assert "clients/web/dist/index.html" in page


def test_types_are_shipped(wheel: zipfile.ZipFile) -> None:
    assert [package for package in PACKAGES if f"{package}/py.typed" not in wheel.namelist()] == []


def test_the_data_that_the_code_reads_is_shipped(wheel: zipfile.ZipFile) -> None:
    beside = [path for package in ("engine", "protocol", "server") for path in (ROOT / package).rglob("*.*")]
    data = {shown(path) for path in beside if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert data - set(wheel.namelist()) == set()


def test_there_is_one_command(wheel: zipfile.ZipFile) -> None:
    points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert wheel.read(points).decode().split("\n")[:2] == ["[console_scripts]", "sifang = server.cli:main"]
