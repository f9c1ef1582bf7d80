"""The feed: what goes out to displays, clubs and bots outside, over MQTT."""
