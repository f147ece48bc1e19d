"""A table battle taken down as it is fought: a session that asks only for what the rules need, and its terminal."""
