"""`sifang display`: a scoreboard in the terminal that lives on the feed alone (docs/feed.md)."""
