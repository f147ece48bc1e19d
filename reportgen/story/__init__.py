"""The story of a battle: from a log to a report (`model`) in words, tables and map pictures, told by `report`."""
