"""The play log: results that this phone keeps, to look through, to count up, and to take along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion.engine.numbers import whole
from companion.engine.scores import Result, SheetError
from companion.games import SCORES
from companion.scorebook import Kept, Standing, same, standings
from companion.tables import NoTable
from companion.web.limits import limiter
from companion.web.phones import known_phone, phone_id
from companion.web.room import enter, refuse, tables
from companion.web.scores import CALCULATORS, calculator_of, count_fields, first_problem, json_file, scorebook
from companion.web.scores_bgstats import link, play, play_id
from companion.web.scores_panel import of_result, signed
from companion.web.scores_sheet import LinkError, pack, unpack
from companion.web.words import lang, t

blueprint = Blueprint("scores_results", __name__)


@dataclass(frozen=True)
class Search:
    """What the list is narrowed to; empty texts narrow nothing. Dates are `yyyy-mm-dd`."""

    player: str
    game: str
    since: str
    until: str

    def fits(self, kept: Kept) -> bool:
        """Whether a result is looked for."""
        day = kept.played.strftime("%Y-%m-%d")
        return (
            (not self.player or any(same(self.player) in same(p.name) for p in kept.players))
            and (not self.game or kept.game == self.game)
            and (not self.since or day >= self.since)
            and (not self.until or day <= self.until)
        )

    @property
    def narrow(self) -> bool:
        """Whether anything is looked for."""
        return bool(self.player or self.game or self.since or self.until)


@dataclass(frozen=True)
class Group:
    """One game's results added up."""

    slug: str
    plays: int
    solo: int
    average: float
    best: int
    best_name: str
    players: Sequence[Standing]


@blueprint.get("/results")
def index() -> Response:
    """All that this phone keeps, or what is looked for among it."""
    phone = known_phone()
    everything = scorebook().results(phone) if phone else []
    search = Search(
        request.args.get("player", "")[:60],
        request.args.get("game", "")[:20],
        _day(request.args.get("since", "")),
        _day(request.args.get("until", "")),
    )
    found = [kept for kept in everything if search.fits(kept)]
    groups = [_group(slug, found) for slug in dict.fromkeys(kept.game for kept in found)]
    html = render_template(
        "scores/results.html",
        found=found,
        total=len(everything),
        search=search,
        groups=groups,
        games=list(CALCULATORS),
        signed=signed,
        gone=request.args.get("gone") == "1",
    )
    return _private(make_response(html))


@blueprint.get("/results/<id_>")
def show(id_: str) -> Response:
    """One kept result with all its numbers."""
    kept = _mine(id_)
    calculator, result = calculator_of(kept.game), _counted_again(kept)
    html = render_template(
        "scores/kept.html",
        kept=kept,
        slug=kept.game,
        p=of_result(calculator, result, lang(), colours=_colours(kept)) if result is not None else None,
        again=url_for("scores.show", slug=kept.game, s=pack(kept.fields or calculator.write(kept.sheet))),
        bgstats=kept_link(kept),
        signed=signed,
        new=request.args.get("new") == "1",
    )
    return _private(make_response(html))


@blueprint.post("/results/<id_>/delete")
def delete(id_: str) -> Response:
    """Forget one."""
    kept = _mine(id_)
    scorebook().forget(phone_id(), kept.id)
    return _see("scores_results.index", gone=1)


@blueprint.get("/results/all.json")
def export() -> Response:
    """Everything as one JSON file."""
    phone = known_phone()
    found = scorebook().results(phone) if phone else []
    return json_file({"results": [kept.for_export() for kept in found]}, "mori-results.json")


@blueprint.post("/score/<slug>/keep")
@limiter.limit("120/hour")
def keep(slug: str) -> Response:
    """Keep the result of the sheet that the form holds in `s`."""
    calculator = calculator_of(slug)
    try:
        fields = unpack(calculator, request.form.get("s", ""))
    except LinkError:
        refuse(422, t("scores.bad_link"))
    found = count_fields(calculator, fields)
    if found.result is None or found.sheet is None or not found.final:
        refuse(422, first_problem(found))
    id_ = scorebook().keep(
        phone_id(),
        found.result,
        found.sheet,
        request.form.get("nonce", "") or play_id(slug, request.form.get("s", "")),
        fields=fields,
        minutes=_minutes(request.form.get("minutes", "")),
    )
    return _see("scores_results.show", id_=id_, new=1)


@blueprint.post("/t/<code>/keep")
@limiter.limit("120/hour")
def keep_table(code: str) -> Response:
    """Keep the result of a table that is over. Once a table and phone, as long as it stays the same."""
    room = enter(code)
    if not room.table.over:
        refuse(422, t("scores.not_over"))
    sheet = room.game.tally(room.state, room.names)
    try:
        result = SCORES[room.game.slug](sheet)
    except SheetError:
        refuse(422, t("scores.not_over"))
    id_ = scorebook().keep(phone_id(), result, sheet, f"{room.code}.{room.table.revision}", table=room.code)
    return _see("scores_results.show", id_=id_, new=1)


def kept_link(kept: Kept) -> str:
    """The link that hands a kept result to BG Stats."""
    bgg = CALCULATORS[kept.game].bgg
    first = 0 if kept.table else None  # at a table the first seat begins; a score sheet does not say
    return link(play(kept.game, bgg, kept.players, kept.id, kept.played, kept.minutes, first=first))


def _group(slug: str, found: Sequence[Kept]) -> Group:
    own = [kept for kept in found if kept.game == slug]
    every = [player for kept in own for player in kept.players]
    best = max(every, key=lambda player: player.total)
    return Group(
        slug,
        len(own),
        sum(kept.solo for kept in own),
        sum(player.total for player in every) / len(every),
        best.total,
        best.name,
        standings(own),
    )


def _colours(kept: Kept) -> tuple[str, ...]:
    """The players' colours at the table that it comes from; none without one, or when it is gone."""
    try:
        return tuple(seat.colour for seat in tables().get(kept.table).seats) if kept.table else ()
    except NoTable:
        return ()


def _counted_again(kept: Kept) -> Result | None:
    """The result with its reasons, None if a later reading of the rules refuses the sheet."""
    try:
        return SCORES[kept.game](kept.sheet)
    except (SheetError, KeyError):
        return None


def _mine(id_: str) -> Kept:
    phone = known_phone()
    kept = scorebook().result(phone, id_) if phone else None
    if kept is None or kept.game not in CALCULATORS:
        refuse(404, t("scores.no_result"))
    return kept


def _minutes(text: str) -> int | None:
    return whole(text, 4) or None


def _day(text: str) -> str:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).strftime("%Y-%m-%d")
    except ValueError:
        return ""


def _private(response: Response) -> Response:
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _see(endpoint: str, **values: Any) -> Response:
    return cast(Response, redirect(url_for(endpoint, **values), 303))
