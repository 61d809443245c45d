"""What the house counts, for a Prometheus server that asks at /metrics: requests and how long they took,
moves, refusals, phones that listen. No code, no name and no address is in it.
"""

from __future__ import annotations

import hmac
from typing import Any

from flask import Flask, Response, abort, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

import companion

_SECONDS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The counts of one process."""

    def __init__(self, app: Flask) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "mori_requests", "Answers, by address pattern and status.", ("route", "status"), registry=registry
        )
        self.seconds = Histogram(
            "mori_request_seconds",
            "Seconds until an answer was ready, by address pattern.",
            ("route",),
            buckets=_SECONDS,
            registry=registry,
        )
        self.moves = Counter(
            "mori_moves", "What came of what was entered at tables.", ("status",), registry=registry
        )
        listening = Gauge("mori_listeners", "Phones that listen for moves now.", registry=registry)
        listening.set_function(lambda: getattr(app.extensions.get("listeners"), "now", 0))
        most = Gauge("mori_listeners_most", "Phones that may listen at once.", registry=registry)
        most.set_function(lambda: app.config["MAX_LISTENERS"])
        Gauge("mori_info", "The version that runs.", ("version",), registry=registry).labels(
            companion.__version__
        ).set(1)

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self.requests.labels(route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def page(self) -> bytes:
        """Everything counted, in Prometheus's text."""
        return generate_latest(self.registry)


def install(app: Flask) -> Metrics:
    """/metrics, for anyone when COMPANION_METRICS is `open`, else for who knows the token that it is."""
    metrics = Metrics(app)
    token = str(app.config["METRICS"])
    app.extensions["tables"].on_outcome = lambda status: metrics.moves.labels(status).inc()

    @app.get("/metrics")
    def show_metrics() -> Any:
        sent = request.headers.get("Authorization", "")
        if token != "open" and not hmac.compare_digest(sent.encode(), f"Bearer {token}".encode()):  # noqa: S105
            abort(404)  # whoever has no token need not know that there is such a page
        return Response(
            metrics.page(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
        )

    return metrics
