"""How often somebody may do something."""

from server.ratelimit import Bucket, PerAddress, subscriber


def test_a_bucket_gives_its_burst_and_then_at_its_rate() -> None:
    bucket = Bucket(20, 40, now=0)
    assert [bucket.take(0) for _ in range(40)] == [0] * 40
    assert bucket.take(0) == 50
    assert bucket.take(49) > 0
    assert bucket.take(50) == 0
    assert bucket.take(50) > 0


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(20, 40, now=0)
    assert [bucket.take(3_600_000) for _ in range(41)] == [0] * 40 + [50]


def test_addresses_are_counted_each_by_itself() -> None:
    book = PerAddress(2)
    assert [book.take("a", 0), book.take("a", 0), book.take("b", 0)] == [0, 0, 0]
    assert book.take("a", 0) == 30_000
    assert not book.has_one("a", 0)
    assert book.has_one("a", 30_000)
    assert book.has_one("never seen", 0)


def test_a_book_forgets_who_has_been_quiet() -> None:
    book = PerAddress(5)
    for number in range(5000):
        book.take(str(number), number * 1000)
    assert len(book) < 2100


def test_a_network_that_is_one_subscribers_counts_as_one() -> None:
    assert subscriber("192.0.2.7") == "192.0.2.7"
    assert subscriber("2001:db8:1:2:3::4") == subscriber("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert subscriber("2001:db8:1:3::9") != subscriber("2001:db8:1:2::9")
    assert subscriber("::ffff:192.0.2.7") == "192.0.2.7"
    assert subscriber("fe80::1%eth0") == "fe80::"
    assert subscriber("nonsense") == "nonsense"
