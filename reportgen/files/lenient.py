"""Looking into data that may be wrong: the schema has told what is, and the checks after it go on with the rest."""

from __future__ import annotations

from typing import Any


def mapping(data: Any, key: str | None = None) -> dict[str, Any]:
    """The mapping at `key` (or `data` itself), or an empty one if there is none."""
    value = _at(data, key)
    return value if isinstance(value, dict) else {}


def items(data: Any, key: str | None = None) -> list[Any]:
    """The list at `key` (or `data` itself), or an empty one if there is none."""
    value = _at(data, key)
    return value if isinstance(value, list) else []


def word(data: Any, key: str, otherwise: str = "") -> str:
    value = _at(data, key)
    return value if isinstance(value, str) else otherwise


def whole(data: Any, key: str, otherwise: int) -> int:
    """The whole number at `key`; a number like 3.0 counts as whole, as it does for the schema."""
    value = _at(data, key)
    if isinstance(value, bool):
        return otherwise
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else otherwise


def number(data: Any, key: str) -> float | None:
    value = _at(data, key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _at(data: Any, key: str | None) -> Any:
    if key is None:
        return data
    return data.get(key) if isinstance(data, dict) else None
