"""The engine: what every game of the companion shares. Pure: no web, no disk, no clock, no randomness."""
