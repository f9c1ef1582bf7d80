"""The page: what is given out, to whom, and under which headers."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from server.addresses import Addresses
from server.http import Answer, Site

SCRIPT = b"export const answer = 42;\n" * 50


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html><title>Sifang</title>")
    (tmp_path / "assets" / "index-Ab3_dE9f.js").write_bytes(SCRIPT)
    (tmp_path / "icon.svg").write_bytes(b"<svg/>")
    (tmp_path / "tiles.png").write_bytes(b"\x89PNG")
    return tmp_path


@pytest.fixture
def site(folder: Path) -> Site:
    return Site(folder)


async def get(site: Site, path: str, packed: bool = False) -> Answer:
    return await site.answer("GET", path, packed)


@pytest.mark.parametrize(
    "path", ["/", "/r/ABC234", "/r/abc", "/settings", "/replay/m-1_x", "/play", "/r/A?x=1", "/r/"]
)
async def test_every_screen_of_the_page_is_the_page(site: Site, path: str) -> None:
    answer = await get(site, path)
    assert (answer.status, answer.body) == (200, b"<!doctype html><title>Sifang</title>")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js", "/assets/../index.html", "/../secret", "/.git/config", "/a/b/c", "//etc/passwd", "",
        "/assets/", "/%2e%2e/x", "/r/A B", "/R/ABC", "http://elsewhere/", "/metrics.txt", "/r/" + "a" * 65,
    ],
)  # fmt: skip
async def test_everything_else_is_not_there(site: Site, path: str) -> None:
    answer = await get(site, path)
    assert (answer.status, answer.body) == (404, b"not found\n")


async def test_a_hashed_asset_is_kept_for_ever_and_others_are_asked_for_again(site: Site) -> None:
    hashed, icon = await get(site, "/assets/index-Ab3_dE9f.js"), await get(site, "/icon.svg")
    assert hashed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert hashed.headers["Content-Type"].startswith("text/javascript")
    assert icon.headers["Cache-Control"] == "no-cache"
    assert icon.headers["Content-Type"] == "image/svg+xml"


async def test_text_goes_out_packed_to_who_takes_it(site: Site) -> None:
    packed, plain = (
        await get(site, "/assets/index-Ab3_dE9f.js", True),
        await get(site, "/assets/index-Ab3_dE9f.js"),
    )
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body == SCRIPT
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in plain.headers
    assert "Content-Encoding" not in (await get(site, "/tiles.png", True)).headers
    assert "Content-Encoding" not in (await get(site, "/icon.svg", True)).headers


@pytest.mark.parametrize("path", ["/", "/icon.svg", "/healthz", "/readyz", "/nothing"])
async def test_every_answer_keeps_the_page_to_itself(site: Site, path: str) -> None:
    headers = (await get(site, path)).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "get", "X"])
async def test_only_get_and_head_are_answered(site: Site, method: str) -> None:
    answer = await site.answer(method, "/", False)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


async def test_health_and_readiness_are_told_apart(folder: Path) -> None:
    why = [""]
    site = Site(folder, lambda: why[0])
    assert (await get(site, "/readyz")).status == 200
    why[0] = "the store is away"
    ready, health = await get(site, "/readyz"), await get(site, "/healthz")
    assert (ready.status, ready.body) == (503, b"the store is away\n")
    assert (health.status, health.headers["Cache-Control"]) == (200, "no-store")


async def test_without_a_built_page_it_is_said_how_to_build_it(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nothing"):
        site = Site(folder)
        assert not site.has_page
        answer = await get(site, "/")
        assert answer.status == 503
        assert b"make setup" in answer.body
        assert (await get(site, "/healthz")).status == 200


async def test_links_out_of_the_folder_are_not_given_out(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "key.txt"
    secret.write_text("secret")
    (folder / "key.txt").symlink_to(secret)
    assert (await get(Site(folder), "/key.txt")).status == 404


async def test_play_leads_where_it_is_told_and_is_a_screen_otherwise(folder: Path) -> None:
    async def where(local: bool) -> str:
        return "/#device=X" if local else "/r/ABC"

    site = Site(folder, play=where)
    here, there = (
        await site.answer("GET", "/play", False, True),
        await site.answer("GET", "/play", False, False),
    )
    assert (here.status, here.headers["Location"]) == (303, "/#device=X")
    assert there.headers["Location"] == "/r/ABC"
    assert here.headers["Cache-Control"] == "no-store"
    assert (await get(Site(folder), "/play")).status == 200


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4", "198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("::ffff:10.0.0.1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::"),
        ("10.0.0.1", ["unknown"], "unknown"),
        ("", [], ""),
    ],
)
def test_a_forwarded_address_is_believed_of_trusted_proxies_alone(
    peer: str, forwarded: list[str], expected: str
) -> None:
    assert Addresses(["10.0.0.0/8"], []).client(peer, forwarded) == expected


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        (None, "a.example", True),
        ("https://a.example", "a.example", True),
        ("http://127.0.0.1:8765", "127.0.0.1:8765", True),
        ("http://A.example", "a.example:80", True),
        ("https://a.example:443", "a.example", True),
        ("http://[::1]:8765", "[::1]:8765", True),
        ("https://evil.example", "a.example", False),
        ("https://a.example.evil.example", "a.example", False),
        ("http://127.0.0.1:9999", "127.0.0.1:8765", False),
        ("null", "a.example", False),
        ("", "", False),
        ("https://a.example", None, False),
        ("https://[", "a.example", False),
        ("https://a.example:99999", "a.example", False),
        ("https://Friend.example", "a.example", True),
    ],
)
def test_a_page_may_connect_to_where_it_came_from(origin: str | None, host: str | None, ours: bool) -> None:
    assert Addresses([], ["https://friend.example"]).is_ours(origin, host) is ours


def test_only_what_was_made_on_this_machine_is_local() -> None:
    addresses = Addresses([], [])
    assert addresses.is_local("127.0.0.1", "127.0.0.1", [])
    assert addresses.is_local("192.0.2.5", "192.0.2.5", [])
    assert not addresses.is_local("192.0.2.6", "192.0.2.5", [])
    assert not addresses.is_local("127.0.0.1", "127.0.0.1", ["198.51.100.1"])
    assert not addresses.is_local("", "", [])
