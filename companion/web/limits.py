"""What one phone may send: forged forms, floods and great bodies stop here."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from flask import Flask, current_app, request
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect

from companion.web.phones import known_phone

View = TypeVar("View", bound=Callable[..., object])
LARGE = 1_000_000


def by_address() -> str:
    """The address a request came from; of an IPv6 address the network, since a home has a whole one."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


def by_phone() -> str:
    """The phone when it is known, else its address: a whole table shares the address of a home."""
    phone = known_phone()
    return f"phone {phone}" if phone else by_address()


csrf = CSRFProtect()
limiter = Limiter(key_func=by_phone)
"""Limits stand on the routes that join, create and guess, as decorators; a guess is counted `by_address`."""
openings = limiter.shared_limit("30/hour", scope="open")
openings_here = limiter.shared_limit("120/hour", scope="open here", key_func=by_address)
"""Together on every route that opens a table."""


def large_body(view: View) -> View:
    """Marks a view that takes up to a megabyte, as an imported table may be."""
    view.large_body = True  # type: ignore[attr-defined]
    return view


def install(app: Flask) -> None:
    """Sizes first: reading the form for its token is what a size must stop."""
    app.before_request(_allow_large_body)
    csrf.init_app(app)
    limiter.init_app(app)
    if app.config["RATELIMIT_ENABLED"]:
        # Each limit checks itself where it stands. The library's look before every request is for limits that
        # hold everywhere, of which there are none, and costs as much as reading a table.
        app.before_request_funcs[None].remove(limiter._check_request_limit)


def _allow_large_body() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if getattr(view, "large_body", False):
        request.max_content_length = LARGE
        request.max_form_memory_size = LARGE
