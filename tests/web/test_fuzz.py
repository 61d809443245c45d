"""Whatever is sent to whichever address: an answer in words, no fault, and no table that it may not touch."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from companion import create_app
from companion.tables import as_file
from tests.facts.test_languages import HAN
from tests.web.screens import House, Screen, client_of

EACH = 14
FILES = 250
_RUN: dict[str, Any] = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}

# --- what people, browsers and strangers send

QUERY = (
    "seat",
    "open",
    "do",
    "at",
    "face",
    "pay",
    "start",
    "to",
    "token",
    "holder",
    "owner",
    "player",
    "count",
)
QUERY += ("phase", "so", "watch", "rename", "lang", "size", "s", "kept", "new", "q", "since", "until", "game")
FORM = ("seat", "move", "then", "revision", "nonce", "overrule", "target", "all", "name", "locked", "closed")
FORM += ("code", "next", "lang", "size", "file", "text", "phones", "count", "name-0", "name-1", "colour-0")
FORM += ("option-power_tile", "do", "json", "rest", "kept", "s", "seats", "a.moss", "b.tiles", "token.moss")
FORM += ("minutes", "csrf_token")
VALUES = (
    *("", "0", "1", "-1", "2", "99", "1.5", "१", "٣", "9" * 40, "1e9", "true", "null", "[]", "{}", "None"),
    *(
        "take",
        "peek",
        "place",
        "shift",
        "plus",
        "fix_tile",
        "fix_turn",
        "forest",
        "keep",
        "stop",
        "add",
        "open",
    ),
    *("0,0", "3,11", "9,9", "0,0,0", "moss2", "dew1+sun", "+", "moon", "reserve", "collect", "en", "zh-Hans"),
    *("do=take&at=0%2C0&face=moss2", "do=keep", "do=place&at=0%2C5", "do=fix_turn&player=1&phase=gem"),
    *("do=forest&faces=", "do=take&at=&face=&pay=", "do=", "=", "&&&", "%", "%00", "%ff", "\x00", "\ud800"),
    *(
        "../../etc/passwd",
        "//x",
        "https://x.example",
        "javascript:1",
        "<script>",
        "'\"`;--",
        "{{7*7}}",
        "🌲" * 9,
    ),
    *("x" * 3000, "a\r\nSet-Cookie: b=c", "\u202eabc", "森", "20261130", "2026-02-30"),
)
TEXT = st.one_of(st.sampled_from(VALUES), st.text(max_size=30))
PAIRS = st.dictionaries(st.sampled_from(QUERY), TEXT, max_size=5)
LIKELY = st.fixed_dictionaries(
    {"seat": st.sampled_from(("0", "1", "-1")), "revision": st.sampled_from(("14", "13", "0"))},
    optional={
        "move": st.sampled_from([value for value in VALUES if value.startswith("do=")]),
        "nonce": st.sampled_from(("a", "b")),
        "overrule": st.just("1"),
        "target": st.sampled_from(("3", "14", "99")),
        "name": TEXT,
        "text": TEXT,
    },
)
FIELDS = LIKELY | st.dictionaries(st.one_of(st.sampled_from(FORM), st.text(max_size=8)), TEXT, max_size=6)
HEADERS = st.dictionaries(
    st.sampled_from(
        (
            *(
                "HX-Request",
                "HX-Source",
                "HX-PTag",
                "HX-Target",
                "Accept",
                "Accept-Language",
                "Host",
                "Range",
            ),
            *("If-None-Match", "If-Modified-Since", "Last-Event-ID", "X-Forwarded-For", "X-Forwarded-Host"),
            *("Origin", "Referer", "Content-Encoding", "X-CSRFToken", "User-Agent", "Accept-Encoding"),
        )
    ),
    st.one_of(
        st.sampled_from(
            (
                "true",
                "section#table",
                "application/json",
                "text/html;q=x",
                "zh-Hant, *;q=0.5",
                "bytes=0-",
                "*",
                "",
            )
        ),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
    ),
    max_size=4,
)
COOKIES = st.sampled_from(("host", "guest", "eve", "nobody", "forged", "nonsense"))
BODIES = st.one_of(
    FIELDS,
    st.binary(max_size=200),
    st.recursive(
        st.none() | st.integers() | st.floats() | TEXT, lambda x: st.lists(x) | st.dictionaries(TEXT, x)
    ),
)
TYPES = (
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "x/y; charset=?",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    data = tmp_path_factory.mktemp("data")
    quiet = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "WTF_CSRF_ENABLED": False}
    return create_app(data, **quiet, RATELIMIT_ENABLED=False)


class Target:
    """A table in play that requests are aimed at; a new one after each that changed it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.house = House(app)
        self.answers: Counter[int] = Counter()
        self.renew()

    def renew(self) -> None:
        """Another table in the middle of a game."""
        house = self.house
        self.table = house._play(house._open("host"), house.course[:14])
        self.before = self.look()

    @property
    def code(self) -> str:
        return self.table.code

    def look(self) -> tuple[int, bytes]:
        """Everything that may not change by itself."""
        tables = self.house.tables
        return tables.change(self.code), as_file(tables.export(self.code))

    def client(self, whose: str) -> FlaskClient:
        """A phone of the table, of nobody, or with a cookie that it made itself."""
        client = client_of(self.app, Screen("", "", whose), "en")
        if whose in ("forged", "nonsense"):
            made = "eyJwaG9uZSI6Imhvc3QifQ.aaaa.bbbb" if whose == "forged" else "\x01%%%森"
            client.set_cookie(self.app.config["SESSION_COOKIE_NAME"], made)
            client.set_cookie("lang", made)
            client.set_cookie("size", made)
        return client

    def judge(self, answer: TestResponse, what: str, chinese: bool = False) -> None:
        """The answer is one, in words; what was refused or only looked at has changed nothing."""
        status, kind = answer.status_code, answer.mimetype
        self.answers[status] += 1
        stream = kind == "text/event-stream"
        body = "" if stream else answer.get_data(as_text=True)
        answer.close()
        assert status < 500, f"{what}: {status}\n{body[:2000]}"
        assert "Traceback" not in body and "werkzeug" not in body.lower(), f"{what}: {body[:2000]}"
        if status >= 400 and answer.request.method != "HEAD":
            words = re.sub(r"<[^>]*>|\s+", " ", body).strip()
            assert len(words) > 8, f"{what}: {status} without a word"
            if kind == "application/json":
                assert json.loads(body)["message"], what
            if chinese:
                assert HAN.search(words), f"{what}: {words[:300]}"
        after = self.look()
        if status >= 400 or answer.request.method in ("GET", "HEAD", "OPTIONS"):
            assert after == self.before, f"{what}: {status}, and the table changed"
        if after != self.before:
            self.renew()


@pytest.fixture(scope="module")
def target(app: Flask) -> Target:
    return Target(app)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _pairs(pairs: dict[str, str]) -> str:
    from urllib.parse import quote_from_bytes

    return "&".join(f"{quote_from_bytes(_bytes(k))}={quote_from_bytes(_bytes(v))}" for k, v in pairs.items())


def send(
    target: Target, rule: Any, draw: Callable[[st.SearchStrategy[Any]], Any]
) -> tuple[TestResponse, str]:
    """One request made up for that route, and what it was."""
    known = {"code": target.code, "slug": "spirits", "number": "3", "id_": "1", "filename": "app.css"}
    path = rule.rule
    for name in sorted(rule.arguments):
        real = draw(st.integers(0, 3)) > 0 and name in known
        value = known[name] if real else draw(TEXT).replace("/", "")
        path = re.sub(rf"<(\w+:)?{name}>", lambda _, v=value: _pairs({"": v})[1:], path)
    allowed = sorted(rule.methods - {"OPTIONS", "HEAD"})
    method = draw(st.sampled_from((*allowed, *allowed, *allowed, "GET", "POST", "HEAD", "PUT", "OPTIONS")))
    headers = draw(HEADERS)
    whose = draw(COOKIES)
    body, more = draw(BODIES), {}
    if method != "GET":
        if isinstance(body, dict) and all(isinstance(v, str) for v in body.values()):
            more = {"data": _pairs(body), "content_type": "application/x-www-form-urlencoded"}
            if draw(st.booleans()):
                files = {"file": (io.BytesIO(draw(st.binary(max_size=100))), "t.json")}
                clean = {k: v.encode("utf-8", "replace").decode() for k, v in body.items() if k.isalnum()}
                more = {"data": {**clean, **files}, "content_type": "multipart/form-data"}
        else:
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            more = {"data": raw, "content_type": draw(st.sampled_from(TYPES))}
    url = f"{path}?{_pairs(draw(PAIRS))}"
    what = f"{method} {url[:300]} as {whose} {headers} {str(more)[:600]}"
    return target.client(whose).open(url, method=method, headers=headers, **more), what


def test_every_route_takes_anything(app: Flask, target: Target, capsys: pytest.CaptureFixture[str]) -> None:
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))
    asked: Counter[str] = Counter()

    def aim(rule: Any) -> Callable[[], None]:
        @settings(max_examples=EACH, **_RUN)
        @given(st.data())
        def run(data: st.DataObject) -> None:
            answer, what = send(target, rule, data.draw)
            asked[rule.rule] += 1
            target.judge(answer, what)

        return run

    for rule in rules:
        aim(rule)()
    with capsys.disabled():
        answers = ", ".join(f"{n} x {status}" for status, n in sorted(target.answers.items()))
        print(f"\nfuzz: {asked.total()} requests to {len(rules)} routes: {answers}")
    assert {200, 303, 403, 404, 422} <= set(target.answers)


def test_a_refusal_is_in_the_readers_language(app: Flask, target: Target) -> None:
    """Each route, asked for what is not there, by a reader of Chinese."""
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<int:\w+>", "7", rule.rule)
        path = re.sub(r"<[^>]*>", "nothing", path)
        for method in ("GET", "POST"):
            client = client_of(app, Screen("", "", "eve"), "zh-Hant")
            target.judge(client.open(path, method=method, data={} if method == "POST" else None), path, True)


# --- files


@st.composite
def damaged(draw: Callable[[st.SearchStrategy[Any]], Any], whole: Any) -> Any:
    """The record with one to three of its parts replaced, dropped or doubled."""
    record = json.loads(json.dumps(whole))
    for _ in range(draw(st.integers(1, 3))):
        part: Any = record
        for _ in range(draw(st.integers(0, 5))):
            inner = list(part.values() if isinstance(part, dict) else part) if part else []
            nested = [each for each in inner if isinstance(each, dict | list) and each]
            if not nested:
                break
            part = draw(st.sampled_from(nested))
        if not part:
            continue
        key = draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        match draw(st.integers(0, 2)):
            case 0:
                part[key] = draw(
                    st.sampled_from((None, -1, 10**30, 1.5, "", "x" * 999, [], {}, True, [[[[]]]], "0,0"))
                )
            case 1:
                del part[key]
            case _ if isinstance(part, list):
                part.insert(key, part[key])
            case _:
                part[f"{key}2"] = part[key]
    return record


def test_a_damaged_file_is_a_sentence_or_a_whole_table(
    app: Flask, target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = target.house.tables.export(target.code)
    tally: Counter[int] = Counter()

    @settings(max_examples=FILES, **_RUN)
    @given(st.one_of(damaged(whole).map(lambda d: json.dumps(d).encode()), st.binary(max_size=400)))
    def run(raw: bytes) -> None:
        client = target.client("eve")
        file = FileStorage(io.BytesIO(raw), "t.json", content_type="application/json")
        answer = client.post("/import", data={"file": file})
        tally[answer.status_code] += 1
        target.judge(answer, f"import of {raw[:1500]!r}")
        assert answer.status_code in (303, 422)
        if answer.status_code == 303:
            for more in ("", "/log", "/people", "/end"):
                url = answer.location.removesuffix("/people") + more
                target.judge(client.get(url), f"{more} of the import of {raw[:1500]!r}")

    run()
    with capsys.disabled():
        print(
            f"\nfuzz: {tally.total()} damaged files: {tally[422]} refused, {tally[303]} taken as whole tables"
        )
    assert tally[422] > tally[303]
