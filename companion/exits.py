"""How a command ends that could not do what was asked: one sentence on standard error, and a number."""

from __future__ import annotations

import click


class Wrong(click.ClickException):
    """What was asked about is wrong: exit 1."""

    exit_code = 1


class Unreadable(click.ClickException):
    """Input that cannot be read: exit 2."""

    exit_code = 2
