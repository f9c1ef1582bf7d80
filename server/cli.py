"""The command `sifang`: one table of names, each imported only when it is asked for.

This file decides which word runs which function and nothing else. It stands at the top of the import
graph, so it may name any package, but it imports none of them: a command's target is text
(`module:function`) and `sifang score` never pays for a web server. Every target takes the arguments after its
name and returns the exit code; it prints its own help and its own errors.
"""

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, cast

Target = Callable[[list[str]], int]

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class Command(NamedTuple):
    """One word of the command line: what it runs, as `module:function`, and what it is for."""

    name: str
    target: str
    summary: str


COMMANDS: tuple[Command, ...] = (
    Command("serve", "server.serve_cmd:main", "run the server with its page and its store"),
    Command("admin", "server.admin_cmd:main", "look at a server's rooms and nodes, drain, close a room"),
    Command("demo", "clients.demo:main", "play four hands over real sockets and check the record"),
    Command("bots", "clients.bots.runner:main", "let bots come over the socket into a room or to tables"),
    Command("display", "clients.display.command:main", "show a room of the feed as a scoreboard"),
    Command("score", "engine.tools.score:main", "score positions: what each hand is worth, who pays whom"),
    Command("replay", "engine.tools.replay:main", "play a record again and show its settlements"),
    Command("verify", "engine.tools.verify:main", "check that a record's deal and results are honest"),
    Command("rules", "engine.tools.rules:main", "list the rulesets and their options"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 2 for a word that is none, else the command's own.

    Ctrl-C, a closed pipe and output that cannot be written end it without a traceback.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    _open_closed_streams()
    try:
        try:
            return _answer(words)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader (`sifang score … | head`) has what it wanted.
        _give_up_output()
        return EXIT_OK
    except OSError as error:
        sys.stderr.write(f"{' '.join(['sifang', *words[:1]])}: {error}\n")
        _give_up_output()
        return EXIT_FAILED


def _answer(words: Sequence[str]) -> int:
    if not words:
        sys.stderr.write(usage())
        return EXIT_USAGE
    if words[0] in ("-h", "--help"):
        sys.stdout.write(usage())
        return EXIT_OK
    if words[0] == "--version":
        sys.stdout.write(f"sifang {version()}\n")
        return EXIT_OK
    command = find_command(words[0])
    if command is None:
        sys.stderr.write(f"sifang: unknown command {words[0]!r}; 'sifang --help' lists them\n")
        return EXIT_USAGE
    return run(command, list(words[1:]))


def find_command(name: str) -> Command | None:
    """Return the command of that name, or None."""
    return next((command for command in COMMANDS if command.name == name), None)


def run(command: Command, argv: list[str]) -> int:
    """Import a command's target and call it."""
    module, _, function = command.target.partition(":")
    target = cast(Target, getattr(import_module(module), function))
    return target(argv)


def _open_closed_streams() -> None:
    """Give streams closed before the start (`sifang … >&-`) somewhere to go: Python has None there."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # It stays open as long as the program runs.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _give_up_output() -> None:
    """Point standard output where Python's flush at exit succeeds; it would complain once more there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def usage() -> str:
    """Return the help text: every command with its one line."""
    width = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{width}}  {command.summary}" for command in COMMANDS]
    return "\n".join(
        [
            "usage: sifang COMMAND [ARGUMENTS]",
            "       sifang --version | --help",
            "",
            "Sifang 四方: mahjong for four over the network.",
            "",
            *lines,
            "",
            "'sifang COMMAND --help' says what a command takes.",
            "",
        ]
    )


def version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import version as installed  # 10 ms that only --version needs

    return installed("sifang")


if __name__ == "__main__":
    sys.exit(main())
