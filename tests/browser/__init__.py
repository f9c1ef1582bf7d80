"""The built page in a real browser, against a real server; and what the page's own tests read."""
