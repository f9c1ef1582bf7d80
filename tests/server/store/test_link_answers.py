"""Answers read off a connection in whole pieces, however they were cut on the way."""

from __future__ import annotations

import pytest
from redis.exceptions import NoScriptError, RedisError, ResponseError

from server.store.link import read_answers

SAID = b"+0 1 2 3\r\n:5\r\n$0\r\n\r\n-NOSCRIPT No matching script.\r\n-ERR what\r\n$4\r\na\r\nb\r\n"


def test_answers_are_read_whatever_they_are_cut_into() -> None:
    for cut in range(len(SAID) + 1):
        first, rest = read_answers(SAID[:cut])
        more, left = read_answers(rest + SAID[cut:])
        answers = first + more
        assert left == b""
        assert answers[:3] == [b"0 1 2 3", 5, b""]
        assert isinstance(answers[3], NoScriptError) and type(answers[4]) is ResponseError
        assert answers[5:] == [b"a\r\nb"]


@pytest.mark.parametrize("odd", [b"*1\r\n", b"_\r\n", b"#t\r\n", b">2\r\n", b"\r\n"])
def test_an_answer_that_nothing_asked_for_is_refused(odd: bytes) -> None:
    with pytest.raises(RedisError):
        read_answers(odd)
