"""Mori 森: the scribe at a table of Bitoku or Spirits of the Forest. `create_app` is the house itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables import Tables

__version__ = "0.1.0"

# Flask and the database are loaded by create_app alone: counting a sheet on the command line needs neither.


def create_app(data_dir: str | Path | None = None, public_url: str | None = None, **settings: Any) -> Flask:
    """The application over the tables under `data_dir`.

    What is not given comes from the environment (see companion/settings.py); further `settings` are Flask's
    own and win. Raises SettingError for what a person must set right, StoreError for a database that cannot
    be opened.
    """
    from importlib import import_module

    from flask import Flask

    from companion import logs, paths
    from companion.settings import read_settings
    from companion.web import errors, headers, limits, phones, pieces, quick, words

    found = read_settings(data_dir, public_url)
    app = Flask("companion", template_folder=str(paths.TEMPLATES), static_folder=str(paths.STATIC))
    app.config.from_mapping(found.for_flask())
    app.config.from_mapping(settings)
    app.extensions["tables"] = open_tables(found.database)
    app.session_interface = phones.PhoneSession()
    if app.config["METRICS"]:
        from companion import metrics

        app.extensions["metrics"] = metrics.install(app)
    quick.install(app, logs.install(app))
    for part in (headers, limits, words, pieces, errors):
        part.install(app)
    for room in ROOMS:
        app.register_blueprint(import_module(f"companion.web.{room}").blueprint)
    return app


def open_tables(place: str | Path) -> Tables:
    """The tables kept at that place: a file, the data folder that holds it, or a PostgreSQL address. Raises
    SettingError, StoreError."""
    from companion.games import GAMES
    from companion.settings import database_in
    from companion.store import Store
    from companion.tables import Tables

    if isinstance(place, Path) and place.is_dir():
        place = database_in(place)
    return Tables(Store(place), GAMES)


ROOMS = (
    *("api", "lobby", "table", "people", "mend", "forest", "pad", "stock", "tengu", "tengu_quick"),
    *("tengu_cards", "ending", "live"),
    *("offline", "alone", "mycopy.pages", "mycopy.share", "mycopy.remember"),
    *("rules", "hints", "demo", "scores", "scores_shared", "scores_results", "sheets", "patterns"),
)
"""The modules of companion/web with a `blueprint`, each a room of the house."""
