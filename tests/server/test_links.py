"""The addresses printed when the server is up."""

import pytest

from server.links import links, local_address, shown_host


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "192.0.2.5"), ("::", "192.0.2.5"), ("", "192.0.2.5"),
        ("::1", "[::1]"), ("192.0.2.9", "192.0.2.9"), ("mahjong.example", "mahjong.example"),
    ],
)  # fmt: skip
def test_a_host_is_shown_as_others_can_open_it(host: str, shown: str) -> None:
    assert shown_host(host, lambda: "192.0.2.5") == shown


def test_a_prepared_table_has_a_seat_and_a_link_for_friends() -> None:
    text = links("0.0.0.0", 8765, "ABC234", True, lambda: "192.0.2.5")
    assert "http://192.0.2.5:8765/play\n" in text
    assert "http://192.0.2.5:8765/r/ABC234\n" in text
    assert links("127.0.0.1", 80, "", False) == "Sifang 四方  http://127.0.0.1:80/\n"


def test_the_own_address_is_found_without_sending_anything() -> None:
    assert local_address().count(".") == 3
