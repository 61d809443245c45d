"""What a person may set, from arguments or the environment, checked once when the house is opened.

COMPANION_DATA_DIR: where the tables are kept. COMPANION_PUBLIC_URL: the address that phones use.
COMPANION_SECRET_KEY, and COMPANION_SECRET_KEY_FALLBACKS (comma between them): what signs the cookies; without
it a key is made once and kept beside the tables. COMPANION_TRUSTED_HOSTS: further host names, comma between
them. COMPANION_PROXY: the number of proxies in front, or `fly`. DATABASE_URL: a PostgreSQL server that keeps
the tables in place of the file in the data folder. COMPANION_CLOSE_DAYS, COMPANION_EXPIRE_DAYS: days without
a touch until a table is closed, and until it is written to a file and removed; 0 is never. COMPANION_LOG:
`json` for a line of JSON a request. COMPANION_METRICS: `open`, or a token, for /metrics.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

KEY_FILE = "secret_key"
DATABASE_FILE = "mori.db"
_KEY_LENGTH = 64
_TOKEN_LENGTH = 16
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


class SettingError(ValueError):
    """A setting that cannot be used; the message is one sentence for the person who runs the server."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything set. `public_url` has no slash at its end, or is empty; `proxy` is a count of hops, or -1
    for Fly.io's proxy."""

    data_dir: Path
    database: str | Path
    public_url: str
    secret_key: str
    fallback_keys: tuple[str, ...]
    trusted_hosts: tuple[str, ...]
    proxy: int
    close_days: int
    expire_days: int
    log: str
    metrics: str

    def for_flask(self) -> dict[str, Any]:
        """The same as Flask's configuration, with all that is never a choice."""
        return {
            "DATA_DIR": self.data_dir,
            "PUBLIC_URL": self.public_url,
            "LAN_URL": "",
            "PROXY": self.proxy,
            "SECRET_KEY": self.secret_key,
            "SECRET_KEY_FALLBACKS": list(self.fallback_keys),
            "TRUSTED_HOSTS": list(self.trusted_hosts) or None,
            "MAX_CONTENT_LENGTH": 64_000,
            "SESSION_COOKIE_NAME": "mori",
            "SESSION_COOKIE_SAMESITE": "Lax",
            "SESSION_COOKIE_HTTPONLY": True,
            "SESSION_REFRESH_EACH_REQUEST": False,
            "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
            "WTF_CSRF_TIME_LIMIT": None,
            # Our own Referrer-Policy keeps the header away that this check wants on https.
            "WTF_CSRF_SSL_STRICT": False,
            "RATELIMIT_ENABLED": True,
            "RATELIMIT_STORAGE_URI": "memory://",
            "RATELIMIT_STRATEGY": "moving-window",
            "MAX_LISTENERS": 100,
            "CLOSE_DAYS": self.close_days,
            "EXPIRE_DAYS": self.expire_days,
            "LOG": self.log,
            "METRICS": self.metrics,
        }


def read_settings(given_dir: str | Path | None = None, public_url: str | None = None) -> Settings:
    """The settings, arguments before environment. Makes the data folder. Raises SettingError."""
    folder = open_data_dir(given_dir)
    url = _public_url(public_url or os.environ.get("COMPANION_PUBLIC_URL", ""))
    host = urlsplit(url).hostname
    hosts = _parts("COMPANION_TRUSTED_HOSTS")
    if host:
        hosts = (f"[{host}]" if ":" in host else host, *hosts)
    return Settings(
        data_dir=folder,
        database=database_in(folder),
        public_url=url,
        secret_key=os.environ.get("COMPANION_SECRET_KEY", "") or _kept_key(folder),
        fallback_keys=_parts("COMPANION_SECRET_KEY_FALLBACKS"),
        trusted_hosts=(*hosts, *_LOCAL_HOSTS) if hosts else (),
        proxy=_proxy(os.environ.get("COMPANION_PROXY", "")),
        close_days=days("COMPANION_CLOSE_DAYS", 90),
        expire_days=days("COMPANION_EXPIRE_DAYS", 400),  # as long as phones remember their seats
        log=_log(os.environ.get("COMPANION_LOG", "")),
        metrics=_metrics(os.environ.get("COMPANION_METRICS", "").strip()),
    )


def data_dir(given: str | Path | None = None) -> Path:
    """The folder of the tables: the one given, that of the environment, or this user's own."""
    chosen = given or os.environ.get("COMPANION_DATA_DIR", "")
    return Path(chosen).expanduser() if chosen else user_data_path("mori-companion", appauthor=False)


def open_data_dir(given: str | Path | None = None) -> Path:
    """The folder of the tables, made when it is not there. Raises SettingError."""
    folder = data_dir(given)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise SettingError(f"The data folder {folder} cannot be made: {_cause(error)}.") from error
    return folder


def database_in(folder: Path) -> str | Path:
    """Where the tables lie: the PostgreSQL server of DATABASE_URL, else the file in the data folder. Raises
    SettingError."""
    url = os.environ.get("DATABASE_URL", "").strip()
    if not url:
        return folder / DATABASE_FILE
    if not url.startswith(("postgresql://", "postgres://")):
        raise SettingError("DATABASE_URL must look like postgresql://user:password@server/database.")
    return url


def _kept_key(folder: Path) -> str:
    """The key kept in the folder, made the first time, so that phones keep their seats over a restart."""
    path = folder / KEY_FILE
    try:
        if not path.exists():
            _place_key(path)
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"The key in {path} cannot be kept: {_cause(error)}.") from error
    if len(key) < _KEY_LENGTH:
        raise SettingError(f"The key in {path} is damaged; remove it, and phones take their seats anew.")
    return key


def _place_key(path: Path) -> None:
    # Written beside and then put in place: a second process that starts now finds a whole key or none.
    descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=".key-")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(_KEY_LENGTH // 2))
        try:
            os.link(beside, path)
        except FileExistsError:
            pass
        except OSError:  # a disk without hard links
            Path(beside).replace(path)
    finally:
        Path(beside).unlink(missing_ok=True)


def _public_url(text: str) -> str:
    url = text.strip().rstrip("/")
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        sound = False
    if not sound or parts.path or parts.query or parts.fragment or parts.username:
        raise SettingError(f"The public address {text[:80]!r} must look like https://mori.example.")
    return url


def _proxy(text: str) -> int:
    if text == "fly":
        return -1
    if text and not (text.isascii() and text.isdigit() and int(text) < 10):
        raise SettingError(f"COMPANION_PROXY is a number of proxies or 'fly', not {text[:40]!r}.")
    return int(text or 0)


def _log(text: str) -> str:
    if text not in ("", "json"):
        raise SettingError(f"COMPANION_LOG is json or not set, not {text[:40]!r}.")
    return text


def _metrics(text: str) -> str:
    if text not in ("", "open") and not (
        len(text) >= _TOKEN_LENGTH and text.isascii() and text.isprintable()
    ):
        raise SettingError(f"COMPANION_METRICS is 'open' or a token of at least {_TOKEN_LENGTH} letters.")
    return text


def days(name: str, otherwise: int) -> int:
    """A number of days that may be set. Raises SettingError."""
    text = os.environ.get(name, "").strip()
    if text and not (text.isascii() and text.isdigit() and len(text) < 6):
        raise SettingError(f"{name} is a number of days, or 0 for never, not {text[:40]!r}.")
    return int(text) if text else otherwise


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in (part.strip() for part in os.environ.get(name, "").split(",")) if part)


def _cause(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
