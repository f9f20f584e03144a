"""Registers the marker of the tests that install packages."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: installs harnessy into an environment of its own")
