"""What all tests share: the flag that lets golden files change."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files anew from what is drawn or written now; look at every change before it is kept",
    )


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew instead of compared."""
    return bool(request.config.getoption("--update-golden"))
