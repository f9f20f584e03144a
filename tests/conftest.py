"""What every test shares: how hypothesis runs."""

from hypothesis import HealthCheck, settings

# No deadline, and no check for how fast examples come: a machine that checks a change may be busy, and time is measured by the
# bench, not by tests.
settings.register_profile("suite", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
