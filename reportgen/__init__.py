"""A wargame rules engine with a printing press behind it."""

__version__ = "0.1.0"
