"""What SECURITY.md promises: every threat named there, tried."""

from __future__ import annotations

import io
import json
import re
import statistics
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import create_app
from companion.codes import ALPHABET, LINK_LENGTH
from companion.games import GAMES
from companion.games.spirits.moves import Keep, Peek, Place, Take
from companion.paths import RULES_DB
from companion.tables import NoTable, as_file, may_export
from tests.web.pages import Page
from tests.web.screens import House, Screen, client_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
SOURCES = "".join(path.read_text("utf-8") for path in RULES_DB.rglob("*.toml"))
"""Where the addresses of the rules' sources stand; only they and an app for results lead out of the house."""
BG_STATS = "https://app.bgstatsapp.com/createplay.html?data=%7b"
HTTP, HTTPS = "http://localhost", "https://localhost"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Tables in every state, met as a stranger meets them: a fault is an error page."""
    data = tmp_path_factory.mktemp("house")
    off = {"WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}
    return House(create_app(data, TESTING=True, PROPAGATE_EXCEPTIONS=False, **off))


@pytest.fixture
def stranger(house: House) -> FlaskClient:
    return client_of(house.app, Screen("", "", "nobody"), "en")


def filled(path: str, **known: str) -> str:
    """The address of a route."""
    real = {"code": "0" * 13, "slug": "spirits", "number": "1", "id_": "1", "filename": "app.css", **known}
    real |= {"kind": "reference", "sheet_lang": "en", "page_lang": "en"}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: real.get(found[1], "x"), path)


def routes(app: Flask, code: str) -> Iterator[tuple[str, str]]:
    """(method, address) of every route, at a table that there is and at one that there is not."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"OPTIONS", "HEAD"}):
            yield method, filled(rule.rule, code=code)
            if rule.arguments:
                yield method, filled(rule.rule, slug="chess", filename="none.css")


# --- headers: scripts from elsewhere, clickjacking, sniffing, what is left behind in caches


def held(answer: TestResponse, what: str, secure: bool) -> None:
    """The answer carries what it must."""
    headers = answer.headers
    assert headers["Content-Security-Policy"] == POLICY, what
    assert headers["X-Content-Type-Options"] == "nosniff", what
    assert headers["Referrer-Policy"] == "no-referrer", what
    assert "camera=()" in headers["Permissions-Policy"], what
    assert ("Strict-Transport-Security" in headers) == secure, what
    assert (headers.get("Cross-Origin-Opener-Policy") == "same-origin") == secure, what
    assert "Access-Control-Allow-Origin" not in headers, what
    assert "Server" not in headers and "X-Powered-By" not in headers, what
    kept = headers["Cache-Control"]
    assert re.search(r"no-store|no-cache|private", kept) or "immutable" in kept, f"{what}: {kept}"
    path = urlsplit(answer.request.path).path
    if path.startswith("/t/") and answer.mimetype in ("text/html", "application/json", "text/event-stream"):
        assert "no-store" in kept or answer.status_code in (303, 304), f"{what}: {kept}"


def test_every_route_carries_the_headers(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    asked = 0
    for method, path in routes(house.app, house.middle.code):
        costly = re.search(r"[.](pdf|make)$", path)  # takes a second each
        for scheme in (HTTP, HTTPS)[: 1 if costly else 2]:
            for more in ({}, {"HX-Request": "true"}, {"Accept": "application/json"})[: 1 if costly else 3]:
                client = client_of(house.app, Screen("", "", "host"), "en")
                answer = client.open(path, method=method, base_url=scheme, headers=more)
                held(answer, f"{method} {path} {more}", scheme == HTTPS)
                answer.close()
                asked += 1
    with capsys.disabled():
        print(f"\nheaders: {asked} answers of {len(list(house.app.url_map.iter_rules()))} routes")


def test_every_screen_carries_the_headers_and_no_script_of_its_own(house: House) -> None:
    for screen in house.screens():
        answer = screen_of(house, screen)
        held(answer, screen.name, False)
        clean(answer.get_data(as_text=True), screen.name)


def screen_of(house: House, screen: Screen) -> TestResponse:
    """The screen as its phone sees it."""
    known = Screen(screen.name, screen.path.replace("LANG", "en"), screen.phone, screen.form, screen.file)
    return known.ask(client_of(house.app, known, "en"))


class Scripts(HTMLParser):
    """Everything in a page that could run or lead out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and not (given.get("src") or "").startswith("/static/"):
            self.found.append(f"<script {given}>")
        if tag in ("iframe", "object", "embed", "base", "frame", "applet"):
            self.found.append(f"<{tag}>")
        if tag == "meta" and (given.get("http-equiv") or "").lower() == "refresh":
            seconds, _, onward = (given.get("content") or "").partition(";")
            if "://" in onward:
                self.found.append(f"refresh {seconds} {onward}")
        for name, value in attrs:
            text = (value or "").strip().lower()
            if name.startswith(("on", "hx-on", "hx-vals", "srcdoc")) or name == "style":
                self.found.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action", "formaction", "xlink:href", "hx-get", "hx-post"):
                outside = re.match(r"[a-z][a-z0-9+.-]*:|//|/\\", text)
                source = tag == "a" and bool(text) and ((value or "") in SOURCES or text.startswith(BG_STATS))
                if outside and not source and not text.startswith(("http://localhost", "data:image/")):
                    self.found.append(f"{tag} {name}={value}")


def clean(html: str, what: str, *allowed: str) -> None:
    """Nothing in the page runs or leads out that we did not write."""
    found = [each for each in Scripts(html).found if not any(part in each for part in allowed)]
    assert found == [], f"{what}: {found}"


# --- script in names


NAMES = (
    "<script>a(1)</script>",
    '"><img src onerror=a()>',
    "'-alert(1)-'",
    "{{ 3*'zq' }}${3*'zq'}",
    "javascript:alert(1)",
    "</title><svg/onload=a()>",
    "</script><iframe>",
    "' onfocus=a() x='",
    "a`b\\u003cb",
    "&lt;b&gt;&#60;",
    "%3Cscript%3E",
    "-->]]><b>",
)


def test_script_in_names_is_text_on_every_page(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    tables, pages = app.extensions["tables"], 0
    for first, second in zip(NAMES[::2], NAMES[1::2], strict=True):
        for slug in GAMES:
            players = ((first, "red"), (second, "blue"))
            code = tables.create(slug, players, {}, "host").code
            tables.claim(code, 1, "guest")
            if slug == "spirits":
                moves: list[tuple[int, Any]] = [
                    (0, Take("0,0", "moss2")), (0, Place("1,5")), (1, Take("3,0", "dew2")), (1, Keep())
                ]  # fmt: skip
                for seat, move in moves:
                    now = tables.get(code).revision
                    assert tables.play(code, seat, move, revision=now, nonce=f"{now}").status == "recorded"
            for phone in ("host", "guest", "eve"):
                client = client_of(app, Screen("", "", phone), "en", [code])
                for rule in app.url_map.iter_rules():
                    if "GET" not in (rule.methods or ()) or rule.endpoint.endswith("events"):
                        continue
                    if (rule.arguments and "code" not in rule.arguments) or ".pdf" in rule.rule:
                        continue
                    answer = client.get(filled(rule.rule, code=code, slug=slug))
                    if answer.mimetype != "text/html":
                        continue
                    text = answer.get_data(as_text=True)
                    clean(text, f"{rule.rule} with {first!r}")
                    assert "zqzq" not in text, rule.rule
                    pages += 1
    with capsys.disabled():
        print(f"\nscript in names: {pages} pages with {len(NAMES)} names")


@pytest.mark.parametrize("name", NAMES)
def test_script_in_what_is_typed_is_text(client: FlaskClient, name: str) -> None:
    typed, part = quote(name), quote(name, safe="")
    for path in (
        *(f"/rules/spirits?q={typed}", f"/?lang={typed}", f"/t/{part}", f"/rules/?back={typed}"),
        *(f"/score/spirits?s={typed}", f"/{part}"),
    ):
        clean(client.get(path).get_data(as_text=True), path)
    fields = {
        "code": name,
        "name-0": name,
        "name-1": name,
        "next": name,
        "a.name": name,
        "seats": "ab",
        "json": name,
    }
    for path in ("/join", "/new/spirits", "/score/spirits", "/score/bitoku", "/language", "/import"):
        answer = client.post(path, data=fields, follow_redirects=True)
        clean(answer.get_data(as_text=True), path)
        assert answer.status_code < 500


# --- cookies


@pytest.mark.parametrize("scheme", [HTTP, HTTPS])
def test_cookies_go_where_they_may(tmp_path: Any, scheme: str) -> None:
    app = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)
    client = app.test_client()
    seen: dict[str, str] = {}
    for answer in (
        client.get("/", base_url=scheme),
        client.post("/language", data={"lang": "zh-Hant"}, base_url=scheme),
        client.post("/text-size", data={"size": "xl"}, base_url=scheme),
        client.get("/?lang=zh-Hans&size=l", base_url=scheme),
        client.post("/new/spirits", data={"count": "2", "name-0": "Ana", "name-1": "Bo"}, base_url=scheme),
        client.post("/hints", data={"do": "off"}, base_url=scheme),
    ):
        for cookie in answer.headers.getlist("Set-Cookie"):
            name, _, rest = cookie.partition("=")
            seen[name] = rest
            flags = {part.strip().lower() for part in rest.split(";")[1:]}
            assert {"httponly", "path=/", "samesite=lax"} <= flags, cookie
            assert ("secure" in flags) == (scheme == HTTPS), cookie
            assert not any(flag.startswith("domain") for flag in flags), cookie
    assert {"mori", "lang", "size"} <= set(seen)


# --- forged forms


def test_every_form_wants_its_token(tmp_path: Any) -> None:
    app = create_app(tmp_path, TESTING=True, RATELIMIT_ENABLED=False)
    tables = app.extensions["tables"]
    code = tables.create("spirits", (("Ana", "red"), ("Bo", "blue")), {}, "host").code
    before = tables.change(code), as_file(tables.export(code))
    other = (
        Page(client_of(app, Screen("", "", "eve"), "en").get("/new/spirits")).forms[0].fields["csrf_token"]
    )
    tried = 0
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        for token in ({}, {"csrf_token": ""}, {"csrf_token": other}, {"csrf_token": "a.b.c"}):
            client = client_of(app, Screen("", "", "host"), "en")
            form = {
                "seat": "0",
                "revision": "0",
                "nonce": "n",
                "move": "do=take&at=0%2C0&face=webs2",
                **token,
            }
            cross = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
            answer = client.post(filled(rule.rule, code=code), data=form, headers=cross)
            assert answer.status_code == 400, f"{rule.rule} with {token}"
            tried += 1
    assert (tables.change(code), as_file(tables.export(code))) == before
    assert tried >= 80


def test_a_form_of_one_phone_is_not_anothers(tmp_path: Any) -> None:
    """The whole form, its token too, replayed by somebody who saw it."""
    app = create_app(tmp_path, TESTING=True, RATELIMIT_ENABLED=False)
    tables = app.extensions["tables"]
    code = tables.create("spirits", (("Ana", "red"), ("Bo", "blue")), {}, "host").code
    host = client_of(app, Screen("", "", "host"), "en")
    page = Page(host.get(f"/t/{code}?do=take&at=0,0"))
    form = next(each for each in page.forms if each.action.endswith("/move"))
    sent = {**form.fields, "move": "do=take&at=0%2C0&face=webs2"}
    for phone in ("eve", "nobody"):
        assert client_of(app, Screen("", "", phone), "en").post(form.action, data=sent).status_code == 400
    for _ in range(3):
        assert host.post(form.action, data=sent).status_code == 303
    assert tables.get(code).revision == 1


# --- ways out of the house


OUTSIDE = (
    *("https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "/\t/evil.example"),
    *("/\n/evil.example", "javascript:alert(1)", "data:text/html,x", "http:evil.example", " //evil.example"),
    *(
        "/%09/evil.example",
        "https:/evil.example",
        "///evil.example",
        "/\r\nSet-Cookie: x=1",
        "//evil%2eexample",
    ),
    *("/.//evil.example", "/..//evil.example", "http://localhost@evil.example/", "@evil.example"),
)
ONWARD = ("/language", "/text-size", "/hints", "/join", "/rules/", "/rules/spirits", "/rules/spirits/terms")
"""What takes a way to go on, or back."""


def test_no_redirect_leads_out(stranger: FlaskClient, house: House) -> None:
    tried = 0
    for method, path in routes(house.app, house.closed.code):
        if ".pdf" in path or ".make" in path or path.endswith("/events"):
            continue
        for target in OUTSIDE if path in ONWARD else OUTSIDE[:3]:
            more = {"next": target, "back": target, "return": target, "url": target, "code": target}
            headers = {"Referer": "https://evil.example/", "HX-Current-URL": "https://evil.example/"}
            if method == "GET":
                answer = stranger.get(path, query_string=more, headers=headers)
            else:
                answer = stranger.post(path, data={**more, "lang": "en"}, headers=headers)
            tried += 1
            for name in ("Location", "HX-Redirect", "HX-Location", "Refresh", "HX-Push-Url"):
                onward = answer.headers.get(name, "/")
                # as a browser reads it: tabs and line ends away, \\ as /
                seen = re.sub(r"[\t\r\n]", "", onward).strip().replace("\\", "/")
                assert seen.startswith("/") and not seen.startswith("//"), f"{method} {path}: {onward}"
            assert "evil" not in "".join(answer.headers.getlist("Set-Cookie"))
            answer.close()
    assert tried > 200


# --- hosts and proxies


HOSTS = (
    "evil.example",
    "mori.example.evil.example",
    "evil.example:443",
    "mori.example@evil.example",
    "127.1",
    "",
)
FORWARDED = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "9.9.9.9",
             "X-Original-URL": "/t/x", "X-Rewrite-URL": "/t/x", "X-HTTP-Method-Override": "DELETE",
             "Forwarded": "host=evil.example"}  # fmt: skip


def test_a_strange_host_gets_nothing(tmp_path: Any) -> None:
    app = create_app(tmp_path, "https://mori.example", TESTING=True, WTF_CSRF_ENABLED=False)
    code = app.extensions["tables"].create("spirits", (("Ana", "red"), ("Bo", "blue")), {}, "host").code
    for host in HOSTS:
        for method, path in routes(app, code):
            if path == "/healthz":
                continue
            answer = client_of(app, Screen("", "", "host"), "en").open(
                path, method=method, headers={"Host": host}
            )
            assert answer.status_code == 400, f"{path} at {host!r}"
            assert "evil" not in answer.get_data(as_text=True)
    for path in ("/", f"/t/{code}/people", f"/sheets/t/{code}/tent.en.html"):
        client = client_of(app, Screen("", "", "host"), "en")
        answer = client.get(path, base_url="https://mori.example", headers=FORWARDED)
        assert answer.status_code == 200 and "evil" not in answer.get_data(as_text=True)


def test_what_a_proxy_says_is_not_believed_at_home(client: FlaskClient) -> None:
    answer = client.post("/language", data={"lang": "en"}, headers=FORWARDED)
    assert all("Secure" not in cookie for cookie in answer.headers.getlist("Set-Cookie"))
    assert "evil" not in client.get("/", headers=FORWARDED).get_data(as_text=True)


# --- great, deep and odd JSON


def bombs(whole: bytes) -> Iterator[tuple[str, bytes]]:
    """Files that no table comes from."""
    record = json.loads(whole)
    yield "deep lists", b"[" * 400_000
    yield "deep objects", b'{"a":' * 150_000
    yield "deep and closed", b"[" * 100_000 + b"]" * 100_000
    yield "a long number", b'{"entries": ' + b"9" * 900_000 + b"}"
    yield "a great power", b'{"entries": [1e999999]}'
    yield "not a number", b'{"entries": [NaN, Infinity, -Infinity]}'
    yield "no Unicode", b"\xff\xfe" * 1000
    yield "half a pair", b'{"game": "\\ud800"}'
    yield "many keys", json.dumps({f"k{n}": n for n in range(60_000)}).encode()
    yield "many entries", json.dumps({**record, "entries": record["entries"] * 4000}).encode()[:999_000]
    yield "a wide list", json.dumps({**record, "entries": [[]] * 200_000}).encode()
    yield "too large", b" " * 1_100_000
    for name in record:
        for odd in (None, -1, 10**300, 1.5, "x" * 900_000, [[[[[]]]]] * 1000, {"__class__": "os"}, True):
            yield f"{name} as {str(odd)[:12]}", json.dumps({**record, name: odd}).encode()


def test_a_file_that_is_a_bomb_is_a_sentence(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    whole = as_file(house.tables.export(house.over.code))
    whole = whole if isinstance(whole, bytes) else whole.encode()
    client, slowest, tried = client_of(house.app, Screen("", "", "eve"), "en"), (0.0, ""), 0
    for what, body in bombs(whole):
        began = time.process_time()
        answer = client.post("/import", data={"file": (io.BytesIO(body), "t.json")})
        took = time.process_time() - began
        assert answer.status_code in (413, 422), f"{what}: {answer.status_code}"
        slowest, tried = max(slowest, (took, what)), tried + 1
    for path in ("/score/spirits", "/score/bitoku"):
        for body in ("[" * 30_000, '{"players":' * 4000, "9" * 40_000, "NaN", '{"players": 1e999}'):
            answer = client.post(path, data={"do": "open", "json": body})
            assert answer.status_code in (413, 422), f"{path}: {body[:20]}"
            tried += 1
    with capsys.disabled():
        print(f"\nbombs: {tried} files, the slowest {slowest[0]:.2f} s of processor ({slowest[1]})")
    assert slowest[0] < 8


# --- path names


def test_no_path_leads_to_a_file_outside(stranger: FlaskClient) -> None:
    up = ("../", "..%2f", "%2e%2e/", "....//", "..\\", "..%5c", "/", "%00", "..;/")
    for start in ("/static/", "/sheets/", "/sheets/spirits/", "/rules/", "/t/", "/results/", "/offline/"):
        for step in up:
            for file in ("etc/passwd", "pyproject.toml", "companion/settings.py", "secret_key", "mori.db"):
                answer = stranger.get(f"{start}{step * 6}{file}")
                text = answer.get_data(as_text=True)
                assert answer.status_code in (302, 303, 308, 404), f"{start}{step}{file}"
                assert not re.search(r"root:x|\[project\]|SECRET_KEY|SQLite format", text)
                answer.close()


# --- secrets


def test_a_file_is_for_whom_nothing_in_it_is_secret(house: House) -> None:
    tables = [house.fresh, house.middle, house.second, house.shared, house.reveal, house.over, house.closed]
    for table in tables:
        for phone in ("host", "guest", "all", "eve", "nobody"):
            answer = client_of(house.app, Screen("", "", phone), "en").get(f"/t/{table.code}/export.json")
            may = may_export(table, None if phone == "nobody" else phone)
            assert answer.status_code == (200 if may else 403), (table.code, phone)
            if not may:
                assert not re.search(r'"entries"|"token"', answer.get_data(as_text=True))
    assert not may_export(house.middle, "guest") and not may_export(house.middle, "eve")
    assert may_export(house.over, "eve") and may_export(house.shared, "all")


def test_no_answer_to_another_tells_of_a_token(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Two houses that differ in one secret, and every route asked by the phones that may not know it."""
    answers: list[list[tuple[str, int, str]]] = []
    for token in ("sun", "webs"):
        app = create_app(tmp_path / token, TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)
        tables = app.extensions["tables"]
        code = tables.create("spirits", (("Ana", "red"), ("Bo", "blue")), {}, "host").code
        tables.claim(code, 1, "guest")
        moves = [(0, Take("0,0", "moss2")), (0, Place("1,5")), (1, Take("3,0", "dew2")), (1, Keep()),
                 (0, Take("0,1", "webs2")), (0, Peek("0,1", token))]  # fmt: skip
        for seat, move in moves:
            now = tables.get(code).revision
            assert tables.play(code, seat, move, revision=now, nonce=f"{now}").status == "recorded"
        found = []
        for phone in ("guest", "eve"):
            for method, path in routes(app, code):
                if (
                    path.endswith("/events")
                    or ".pdf" in path
                    or ".make" in path
                    or not path.startswith("/t/")
                ):
                    continue
                for target in ("6", "5"):
                    form = {"seat": "0", "revision": "6", "nonce": f"{path}{target}"[-60:], "target": target}
                    form["move"] = "do=peek&at=0%2C1&token=moon"
                    client = client_of(app, Screen("", "", phone), "en")
                    place = path.replace("/amend/1", f"/amend/{target}")
                    answer = client.open(place, method=method, data=form if method == "POST" else None)
                    text = answer.get_data(as_text=True)
                    text = text.replace(tables.get(code).short, "SHORT")
                    text = re.sub(rf"\b[{ALPHABET}]{{13}}\b", "CODE", text)
                    text = re.sub(
                        r'(name="(?:nonce|csrf_token)" value|hx-ptag|data-change)="[^"]*"', "", text
                    )
                    text = re.sub(r"20\d\d-\d\d-\d\dT[0-9:]+Z|<path d=.*?>|[?]v=\w+", "", text)
                    found.append(
                        (f"{phone} {method} {place.replace(code, 'CODE')}", answer.status_code, text)
                    )
        answers.append(found)
    assert len(answers[0]) == len(answers[1]) > 60
    for one, other in zip(*answers, strict=True):
        assert one == other, one[0]
    with capsys.disabled():
        print(f"\nsecrets: {len(answers[0])} answers to others, the same whatever the token")


# --- guessing a table


def test_guesses_run_out_wherever_they_are_made(tmp_path: Any) -> None:
    app = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False)
    rooms = ("", "/people", "/log", "/export.json", "/events", "/end", "/fix")
    statuses = [app.test_client().get(f"/t/{n:013d}{rooms[n % len(rooms)]}").status_code for n in range(70)]
    assert statuses[:60] == [404] * 60 and set(statuses[60:]) == {429}
    typed = [app.test_client().post("/join", data={"code": f"{n:06d}"}).status_code for n in range(25)]
    assert typed[:20] == [404] * 20 and set(typed[20:]) == {429}


def test_a_code_is_not_told_letter_by_letter(house: House) -> None:
    """As long to refuse a code that shares twelve letters with a table as one that shares none."""
    real = house.middle.code
    assert len(real) == LINK_LENGTH and len(ALPHABET) ** LINK_LENGTH > 2**64
    near = [real[:-1] + letter for letter in ALPHABET if letter != real[-1]]
    far = ["".join(ALPHABET[(ALPHABET.index(c) + n + 1) % 31] for c in real) for n in range(30)]
    took: dict[str, list[float]] = {"near": [], "far": []}
    for _ in range(20):
        for name, codes in (("near", near), ("far", far)):
            for code in codes:
                began = time.perf_counter()
                with pytest.raises(NoTable):
                    house.tables.get(code)
                took[name].append(time.perf_counter() - began)
    ratio = statistics.median(took["near"]) / statistics.median(took["far"])
    assert 0.7 < ratio < 1.4, ratio
    client = client_of(house.app, Screen("", "", "eve"), "en")
    pages = {
        re.sub(r"value=\"[^\"]*\"", "", client.get(f"/t/{code}").get_data(as_text=True))
        for code in (near[0], far[0])
    }
    assert len(pages) == 1
