"""A test machine may be slow: hypothesis measures no time."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
