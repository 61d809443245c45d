"""The rules desk: each game's rules as a short book, the search over them, the glossary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from companion import facts
from companion.games import GAMES
from companion.glossary import glossary
from companion.search import LONGEST, search
from companion.web.rules_example import worked
from companion.web.words import lang, t

blueprint = Blueprint("rules", __name__, url_prefix="/rules")

SCORED = ("scoring", "ascension")
"""The chapters after which a game is worked through."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading of an option, and whether it is the usual one."""

    text: str
    usual: bool


@blueprint.get("/")
def index() -> Response:
    """Both books, and the search over both."""
    return _page("index.html", None, games=list(GAMES))


@blueprint.get("/<slug>")
def show(slug: str) -> Response:
    """The rules of a game, chapter by chapter, and the answer to `?q=`."""
    rules = _rules(slug)
    chapters = [
        (name, [rule for rule in rules.values() if rule.section == name]) for name in facts.sections(slug)
    ]
    return _page(
        "book.html",
        slug,
        chapters=chapters,
        rules=rules,
        sources=facts.sources(slug),
        readings={rule.id: readings(slug, rule.option) for rule in rules.values() if rule.option},
        scored=SCORED,
        example=worked(slug, facts.words(lang())),
    )


@blueprint.get("/<slug>/terms")
def terms(slug: str) -> Response:
    """What everything is called in the three languages."""
    rules = _rules(slug)
    says = [(one, facts.words(one)) for one in facts.LANGUAGES]
    return _page("glossary.html", slug, rules=rules, terms=glossary(slug).values(), says=says)


def readings(slug: str, key: str) -> list[Choice]:
    """The readings of an option of the table, each as its sentence with who says so."""
    option = next(option for option in facts.options(slug) if option.key == key)
    return [Choice(t(f"{slug}.option.{key}.{choice}"), choice == option.default) for choice in option.choices]


def own_path(text: str | None) -> str | None:
    """An address of this house to go back to, None for anything else."""
    if not text or len(text) > 2000 or not text.isprintable():
        return None
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) else None


def _rules(slug: str) -> Any:
    if slug not in facts.games():
        abort(404)
    return facts.rules(slug)


def _page(template: str, slug: str | None, **context: Any) -> Response:
    query = request.args.get("q", "")[:LONGEST].strip()
    answer = {
        "slug": slug,
        "query": query,
        "found": search(query, lang(), slug) if query else None,
        "glossary": glossary,
        "say": facts.words(lang()),
        "back": own_path(request.args.get("back")),
        "rule_url": _rule_url,
    }
    if request.headers.get("HX-Request") == "true":
        return make_response(render_template("rules/_found.html", **answer))
    return make_response(render_template(f"rules/{template}", **answer, **context))


def _rule_url(game: str, id_: str, back: str | None = None, here: str | None = None) -> str:
    """Where a rule stands; only its anchor on the page that has it."""
    return f"#{id_}" if game == here else url_for("rules.show", slug=game, back=back, _anchor=id_)
