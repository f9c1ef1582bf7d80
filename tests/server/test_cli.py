"""The command `sifang`: one word, one function, and no traceback for a word that is none."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module

import pytest

from server import cli
from tests.repo.sources import ROOT


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """Put one command, `echo`, in place of all; what it is called with is collected."""
    calls: list[list[str]] = []

    class Module:
        @staticmethod
        def main(argv: list[str]) -> int:
            calls.append(argv)
            return 7

    monkeypatch.setitem(sys.modules, "an_echo", Module)
    monkeypatch.setattr(cli, "COMMANDS", (cli.Command("echo", "an_echo:main", "say it again"),))
    yield calls


def test_a_command_gets_the_words_after_its_name_and_gives_the_exit_code(asked: list[list[str]]) -> None:
    assert cli.main(["echo", "--loud", "x"]) == 7
    assert asked == [["--loud", "x"]]


def test_an_unknown_command_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sing", "--loud"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "'sing'" in err


def test_no_command_shows_the_usage_as_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert capsys.readouterr().err == cli.usage()


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_lists_every_command(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([word]) == 0
    shown = capsys.readouterr().out
    assert [command.name for command in cli.COMMANDS if f"\n  {command.name} " not in shown] == []


def test_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"sifang {project['version']}\n"


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "find_command", lambda name: cli.Command("x", "tests.server.test_cli:x", ""))
    monkeypatch.setattr(sys.modules[__name__], "x", interrupted, raising=False)
    assert cli.main(["x"]) == 130


_TALK = (
    "import sys, types; from server import cli\n"
    "talk = types.ModuleType('talk'); talk.main = lambda argv: print('x' * 100_000) or 0\n"
    "sys.modules['talk'] = talk; cli.COMMANDS = (cli.Command('talk', 'talk:main', ''),)\n"
    "sys.exit(cli.main(['talk']))"
)


def test_a_reader_that_closes_the_pipe_ends_the_command_quietly() -> None:
    command = [sys.executable, "-c", _TALK]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as talker:
        assert talker.stdout is not None
        assert talker.stderr is not None
        talker.stdout.close()
        assert talker.stderr.read() == b""
    assert talker.returncode == 0


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_output_closed_from_the_start_is_no_fault(closed: str) -> None:
    shell = ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "-c", _TALK]
    talker = subprocess.run(shell, cwd=ROOT, capture_output=True, check=False)
    assert (talker.returncode, talker.stderr) == (0, b"")


def test_output_that_cannot_be_written_is_one_line() -> None:
    with open(os.devnull, "rb") as closed_to_writing:
        command = [sys.executable, "-c", _TALK]
        talker = subprocess.run(
            command, cwd=ROOT, stdout=closed_to_writing, stderr=subprocess.PIPE, check=False
        )
    assert talker.returncode == 1
    assert talker.stderr.decode().splitlines() == [f"sifang talk: [Errno 9] {os.strerror(9)}"]


@pytest.mark.parametrize("command", cli.COMMANDS, ids=lambda command: command.name)
def test_every_command_that_is_listed_exists(command: cli.Command) -> None:
    module, _, function = command.target.partition(":")
    assert callable(getattr(import_module(module), function))


def test_the_command_itself_imports_nothing_that_takes_time() -> None:
    """`sifang score` must not pay for a web server: only the module asked for is imported."""
    program = "import sys; before = set(sys.modules); import server.cli; print(*set(sys.modules) - before)"
    shown = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {"asyncio", "websockets", "msgspec", "redis", "argparse", "engine", "protocol", "clients"}
    assert heavy & set(shown.stdout.split()) == set()
