"""The authority: sessions, tables, rooms, store and feeds around the pure rules."""
