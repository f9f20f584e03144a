"""What every test shares: how hypothesis runs."""

from hypothesis import settings

# No deadline: a machine that checks a change may be busy, and time is measured by the bench, not by tests.
settings.register_profile("suite", deadline=None, print_blob=True)
settings.load_profile("suite")
