"""The commands for whoever keeps a house: a backup, putting it back, and what expires."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

import companion
from companion.exits import Unreadable, Wrong

_DATA = click.option("--data", type=click.Path(path_type=Path), help="Where the tables are kept.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_DATA
def backup(file: Path, data: Path | None) -> None:
    """Write every table and score, and the key of the phones' seats, to one FILE, of one moment.

    The server may run meanwhile. Keep the file as you would keep a key.
    """
    from companion.backup import back_up
    from companion.settings import KEY_FILE, data_dir, database_in

    with _told():
        folder = data_dir(data)
        held = back_up(database_in(folder), folder / KEY_FILE, file)
    click.echo(f"{file}: {held.tables} tables, {held.entries} entries, {held.results} results")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True, readable=True))
@click.option("--force", is_flag=True, help="Also where there are tables already; they are kept beside.")
@_DATA
def restore(file: Path, force: bool, data: Path | None) -> None:
    """Put what `companion backup` wrote back. Stop the server first."""
    from companion.backup import restore as put_back
    from companion.settings import KEY_FILE, database_in, open_data_dir

    with _told():
        folder = open_data_dir(data)
        place = database_in(folder)
        held = put_back(file, place, folder / KEY_FILE, force=force)
        companion.open_tables(place).store.close()  # brings an older version's tables up to date
    click.echo(f"{folder}: {held.tables} tables, {held.entries} entries, {held.results} results")


@click.command()
@click.option("--days", type=click.IntRange(1), help="Remove what nobody touched for so many days. [as set]")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@_DATA
def expire(days: int | None, dry_run: bool, data: Path | None) -> None:
    """Close and remove tables and copies that nobody used for long; each is written to a file before.

    The server does this by itself once a day.
    """
    from companion.expiry import FOLDER, Policy
    from companion.expiry import expire as act
    from companion.settings import read_settings

    with _told():
        settings = read_settings(data)
        if isinstance(settings.database, Path) and not settings.database.is_file():
            raise Wrong(f"there are no tables in {settings.data_dir}")
        remove = settings.expire_days if days is None else days
        policy = Policy(settings.close_days, remove, settings.data_dir / FOLDER)
        tables = companion.open_tables(settings.database)
        done = act(tables, policy, datetime.now(UTC), only_look=dry_run)
        tables.store.close()
    would = "would be " if dry_run else ""
    click.echo(f"{len(done.closed)} {would}closed, {len(done.removed)} {would}removed to {policy.folder}")
    if done.copies:
        click.echo(f"{len(done.copies)} copies of phones {would}removed to {policy.folder}")
    if done.kept:
        raise Wrong(f"{len(done.kept)} tables cannot be written to a file, and stay: {', '.join(done.kept)}")


@contextmanager
def _told() -> Iterator[None]:
    from companion.backup import BackupError
    from companion.settings import SettingError
    from companion.store import StoreError

    try:
        yield
    except SettingError as error:
        raise Unreadable(str(error)) from error
    except (BackupError, StoreError) as error:
        raise Wrong(str(error)) from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise Wrong(f"{where}{error.strerror or error}") from error


COMMANDS = (backup, restore, expire)
