"""The command line. Errors are one sentence on standard error; exit 0 done, 1 what was asked about is wrong,
2 input or usage that cannot be read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, NoReturn

import click

import companion

_LARGEST = 16_000_000


class Wrong(click.ClickException):
    """What was asked about is wrong: exit 1."""

    exit_code = 1


class Unreadable(click.ClickException):
    """Input that cannot be read: exit 2."""

    exit_code = 2


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        """Whatever else breaks is still one sentence to the person who asked."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, SystemExit, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("COMPANION_STRICT"):
                raise
            raise Unreadable(f"this cannot be done: {type(error).__name__}: {_short(str(error))}") from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(companion.__version__, prog_name="Mori 森")
def main() -> None:
    """Mori 森: the scribe at a table of Bitoku or Spirits of the Forest.

    Unofficial; the physical game is needed.
    """
    for stream in (sys.stdout, sys.stderr):
        # Names come in every script; what a terminal cannot show must not stop the answer.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@main.command()
@click.option("--host", default="", help="Listen on this address alone, not on all of this computer's.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free port."
)
@click.option(
    "--data", type=click.Path(path_type=Path), help="Where the tables are kept. [default: yours alone]"
)
@click.option("--public-url", help="The address that phones use, when it is not this computer's own.")
@click.option(
    "--server", type=click.Choice(("gunicorn", "waitress")), help="[default: the one for this platform]"
)
def serve(host: str, port: int, data: Path | None, public_url: str | None, server: str | None) -> None:
    """Open the house: serve the tables to the phones in the same network."""
    from companion import serve as room
    from companion.network import ListenError, listen, phone_hosts, show_qr
    from companion.settings import SettingError, read_settings
    from companion.store import StoreError

    server = server or room.default_server()
    if server == "gunicorn" and sys.platform == "win32":
        raise click.UsageError("gunicorn does not run on Windows; waitress does.")
    try:
        settings = read_settings(data, public_url)
        companion.open_store(settings.data_dir).close()
        opened = listen(host, port)
    except SettingError as error:
        raise Unreadable(str(error)) from error
    except (StoreError, ListenError) as error:
        raise Wrong(str(error)) from error
    port = opened.getsockname()[1]
    hosts = phone_hosts(host)
    local = f"http://{host if host not in ('', '0.0.0.0', '::') else 'localhost'}:{port}"  # noqa: S104
    lan_url = f"http://{hosts[0]}:{port}" if hosts else ""
    address = settings.public_url or lan_url
    click.echo(f"Mori 森 {companion.__version__}, tables in {settings.data_dir}")
    click.echo(f"On this computer open {local}")
    if address:
        click.echo(
            f"On phones in the same network open {address}"
            if not settings.public_url
            else f"On phones open {address}"
        )
        show_qr(address)
        for other in hosts[1:] if not settings.public_url else ():
            click.echo(f"If a phone does not find it, try http://{other}:{port}")
    elif host not in ("", "0.0.0.0", "::"):  # noqa: S104
        click.echo("Phones cannot reach it: it listens on this computer's own address; leave --host away.")
    else:
        click.echo(
            "Phones cannot reach it yet, as this computer is in no network: join a Wi-Fi, "
            "or turn on the hotspot of a phone and join that, then start again."
        )
    click.echo("Stop with Ctrl+C.")
    sys.stdout.flush()

    def make_app(**more: Any) -> Any:
        return companion.create_app(data, public_url, LAN_URL=lan_url, **more)

    room.serve(opened, server, make_app)


@main.command()
@click.argument("file", default="-", type=click.Path(allow_dash=True))
@click.option("--jsonl", is_flag=True, help="One sheet a line in, one result a line out.")
def score(file: str, jsonl: bool) -> None:
    """Count a score sheet (JSON) and print the result (JSON). FILE may be -, standard input."""
    if not jsonl:
        _print_json(_count(_parse(_read(file))))
        return
    failed = False
    with _open(file) as lines:
        for line in lines:
            if not line.strip():
                continue
            try:
                result = _count(_parse(line))
            except click.ClickException as error:
                failed, result = True, {"error": error.message}
            click.echo(json.dumps(result, ensure_ascii=False))
    if failed:
        sys.exit(1)


def _count(sheet: Mapping[str, Any]) -> dict[str, Any]:
    from companion import facts
    from companion.engine.scores import SheetError
    from companion.games import GAMES

    slug = sheet.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        raise Wrong(f"game: it is one of {', '.join(sorted(GAMES))}, not {_short(repr(slug), 40)}")
    try:
        return GAMES[slug].score(sheet).json
    except SheetError as error:
        words = facts.words("en")
        where = ".".join(str(part) for part in error.path)
        for key in (f"{slug}.sheet.{error.reason}", f"app.sheet.{error.reason}"):
            if words.has(key):
                sentence = words(key, **error.values)
                raise Wrong(_short(f"{where}: {sentence}" if where else sentence)) from error
        raise Wrong(_short(str(error))) from error
    except RecursionError as error:
        raise Unreadable("the sheet is nested too deeply") from error


def _open(file: str) -> IO[bytes]:
    try:
        return click.get_binary_stream("stdin") if file == "-" else Path(file).open("rb")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{file}: {_cause(error)}") from error


def _read(file: str) -> bytes:
    try:
        with _open(file) as stream:
            content = stream.read(_LARGEST + 1)
    except OSError as error:
        raise Unreadable(f"{file}: {_cause(error)}") from error
    if len(content) > _LARGEST:
        raise Unreadable(f"{file}: it is larger than {_LARGEST // 1_000_000} megabytes")
    return content


def _parse(content: bytes) -> dict[str, Any]:
    """The JSON object in it. Raises Unreadable."""

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no number")

    try:
        value = json.loads(content.decode("utf-8-sig"), parse_constant=refuse)
    except UnicodeDecodeError as error:
        raise Unreadable("this is not text in UTF-8") from error
    except RecursionError as error:
        raise Unreadable("this JSON is nested too deeply") from error
    except ValueError as error:
        raise Unreadable(f"this is not JSON: {_short(str(error), 120)}") from error
    if not isinstance(value, dict):
        raise Unreadable("this is JSON, but not an object")
    return value


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _short(text: str, length: int = 300) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _cause(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


if __name__ == "__main__":
    main()
