"""The command line. Errors are one sentence on standard error; exit 0 done, 1 what was asked about is wrong,
2 input or usage that cannot be read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

import companion
from companion.chores import COMMANDS
from companion.exits import Unreadable, Wrong

if TYPE_CHECKING:
    from companion.record import TableError
    from companion.tables import Tables

_LARGEST = 16_000_000


class _Commands(click.Group):
    """Whatever goes wrong is one sentence to the person who asked."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise _usage(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _usage(error) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort, SystemExit, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("COMPANION_STRICT"):
                raise
            raise Unreadable(f"this cannot be done: {type(error).__name__}: {_short(str(error))}") from error


def _usage(error: click.UsageError) -> Unreadable:
    command = error.ctx.command_path if error.ctx else "companion"
    return Unreadable(f"{_short(error.format_message())} See {command} --help")


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
        companion.open_tables(settings.data_dir).store.close()
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
@click.argument("file", default="-")
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


_DATA = click.option("--data", type=click.Path(path_type=Path), help="Where the tables are kept.")


@main.command()
@click.argument("table")
@click.option("-o", "--output", default="-", help="[default: standard output]")
@_DATA
def export(table: str, output: str, data: Path | None) -> None:
    """Write a table, by its code, as one JSON file."""
    from companion.record import as_file
    from companion.store import NoTable

    with _tables(data, make=False) as tables:
        try:
            text = as_file(tables.export(tables.find(table)))
        except NoTable as error:
            raise Wrong(f"there is no table with the code {_short(table, 40)}") from error
    try:
        with click.open_file(output, "w", encoding="utf-8", atomic=output != "-") as file:
            file.write(text)
    except OSError as error:
        raise Unreadable(f"{output}: {_cause(error)}") from error


@main.command("import")
@click.argument("file")
@_DATA
def import_(file: str, data: Path | None) -> None:
    """Open a table from an exported file, every seat free; prints its link's code and its code for typing."""
    import secrets

    from companion.record import TableError

    content = _parse(_read(file))
    with _tables(data) as tables:
        nobody = secrets.token_urlsafe(16)
        try:
            table = tables.import_(content, nobody)
        except TableError as error:
            raise Wrong(_refusal(error)) from error
        for seat in table.seats_of(nobody):
            table = tables.free(table.code, seat, nobody)
    click.echo(f"/t/{table.code} {table.short}")


@main.command()
@click.argument("file")
def replay(file: str) -> None:
    """Replay an exported file without a server, and print its score as `score` does."""
    from companion.games import GAMES
    from companion.record import TableError, read_record

    try:
        record = read_record(_parse(_read(file)), GAMES)
    except TableError as error:
        raise Wrong(_refusal(error)) from error
    names = tuple(name for name, _ in record.players)
    _print_json(_count(record.game.tally(record.timeline.state, names)))


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@click.option("--game", type=click.Choice(("bitoku", "spirits")), help="Rules of this game alone.")
@click.option(
    "--lang",
    type=click.Choice(("en", "zh-Hant", "zh-Hans")),
    default="en",
    show_default=True,
    help="The language to answer in; the words may be of any.",
)
def rules(words: tuple[str, ...], game: str | None, lang: str) -> None:
    """Search the rules: words of any language, a question, or a rule's id."""
    from companion import facts
    from companion.search import plain, search

    query = " ".join(words)
    if not query.strip():
        raise click.UsageError("Give at least one word to search for.")
    found = search(query, lang, game)
    say = facts.words(lang)
    if not found.rules:
        raise Wrong(f"no rule was found for {_short(query, 80)}")
    if found.instead:
        click.echo(say("desk.instead", words=found.instead) + "\n")
    for hit in found.rules:
        of = "" if game else f" · {say(f'app.game.{hit.game}')}"
        click.echo(f"{hit.id}  {plain(hit.title)}{of}")
        click.echo("".join(f"    {line}\n" for line in plain(hit.text).splitlines()))


@main.command()
@click.argument("game")
@click.option("--kind", default="reference", show_default=True, help="One of those that the game has.")
@click.option("--lang", default="en", show_default=True, help="en, zh-Hant or zh-Hans.")
@click.option("--paper", default="a4", show_default=True, help="a4 or letter.")
@click.option("--public-url", help="The address that phones use, for the card of the box.")
@click.option("-o", "--output", required=True, help="The PDF to write; - is standard output.")
def sheet(game: str, kind: str, lang: str, paper: str, public_url: str | None, output: str) -> None:
    """Write a printed sheet as PDF: a quick reference, a score pad, a check list, a card for the box."""
    from companion.sheets import NoSuchSheet, PdfMissing, Sheet, pdf

    address = (public_url or os.environ.get("COMPANION_PUBLIC_URL", "")).strip().rstrip("/")
    try:
        content = pdf(Sheet(game, kind, lang, paper, address and f"{address}/new/{game}"))
    except NoSuchSheet as error:
        if error.part == "address":
            needed = "the card needs the address that phones use, such as --public-url https://mori.example"
            raise Unreadable(needed) from error
        known = ", ".join(error.known)
        raise Unreadable(f"{error.part}: it is one of {known}, not {_short(error.value, 40)!r}") from error
    except PdfMissing as error:
        raise Wrong(f"{error}.") from error
    try:
        with click.open_file(output, "wb", atomic=output != "-") as file:
            file.write(content)
    except OSError as error:
        raise Unreadable(f"{output}: {_cause(error)}") from error


@main.command()
def check() -> None:
    """Let the facts check themselves: totals, ids, languages, citations."""
    from companion import facts
    from companion.factcheck import check as look

    problems = look()
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise Wrong(f"{len(problems)} found wrong in the facts")
    words = sum(1 for _ in facts.words("en").keys)
    click.echo(f"{', '.join(facts.games())}: {words} words in {len(facts.LANGUAGES)} languages, all well.")


@contextmanager
def _tables(data: Path | None, make: bool = True) -> Iterator[Tables]:
    """The tables in that folder; with `make` false only when there are some."""
    from companion.settings import SettingError, data_dir, database_in, open_data_dir
    from companion.store import StoreError

    try:
        folder = data_dir(data)
        place = database_in(folder)
        if not make and isinstance(place, Path) and not place.is_file():
            raise Wrong(f"there are no tables in {folder}")
        folder = open_data_dir(data)
        tables = companion.open_tables(folder)
        yield tables
        tables.store.close()
    except SettingError as error:
        raise Unreadable(str(error)) from error
    except StoreError as error:
        raise Wrong(f"{error}") from error


def _refusal(error: TableError) -> str:
    """Why a file is no table, in one sentence that names the entry."""
    number = error.values.get("number")
    if error.reason == "entry_impossible":
        return f"entry {number} contradicts the record (rule {error.values['rule']})"
    if error.reason == "entry_broken":
        return f"entry {number} does not replay"
    where = ".".join(str(part) for part in error.path)
    if error.reason == "not_a_record":
        return "this is not a table that was exported"
    if error.reason == "record_part":
        return _short(f"{where} is missing, unknown or cannot be read")
    return _short(str(error))


def _count(sheet: Mapping[str, Any]) -> dict[str, Any]:
    from companion import facts
    from companion.engine.scores import SheetError
    from companion.games import SCORES

    slug = sheet.get("game")
    if not isinstance(slug, str) or slug not in SCORES:
        raise Wrong(f"game: it is one of {', '.join(sorted(SCORES))}, not {_short(repr(slug), 40)}")
    try:
        return SCORES[slug](sheet).json
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
    if file == "-":
        return sys.stdin.buffer
    try:
        return Path(file).open("rb")
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


for command in COMMANDS:
    main.add_command(command)


if __name__ == "__main__":
    main()
