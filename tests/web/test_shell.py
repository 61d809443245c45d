"""The shell of the house: settings, headers, errors, languages, phones, the health check."""

from __future__ import annotations

import json
import logging
import re
import stat
from hashlib import sha256
from http.cookies import SimpleCookie
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, abort, jsonify, redirect, request
from flask.testing import FlaskClient

from companion import __version__, bundles, create_app
from companion.facts import LANGUAGES, words
from companion.settings import KEY_FILE, SettingError, read_settings
from companion.tables import NoTable, StoreError, TableError
from companion.web import limits
from companion.web.headers import SECURITY
from companion.web.phones import known_phone, outside, phone_id
from companion.web.posted import read_json
from companion.web.words import asset
from tests.web.pages import Page

SETTINGS = (
    *("COMPANION_DATA_DIR", "COMPANION_PUBLIC_URL", "COMPANION_TRUSTED_HOSTS", "COMPANION_PROXY"),
    *("COMPANION_SECRET_KEY", "COMPANION_SECRET_KEY_FALLBACKS"),
)
HTML = {"Accept": "text/html,application/xhtml+xml"}


def house(data: Path, **settings: Any) -> Flask:
    """An application with a few doors of its own, as a visitor meets it: errors become pages."""
    app = create_app(data, **{"TESTING": True, "PROPAGATE_EXCEPTIONS": False, **settings})

    @app.get("/try/phone")
    def phone() -> Any:
        known = known_phone()
        return jsonify(known=known, id=phone_id())

    @app.get("/try/where")
    def where() -> Any:
        return jsonify(url=outside("/t/X"), address=request.remote_addr, secure=request.is_secure)

    @app.post("/try/form")
    def form() -> Any:
        return jsonify(size=len(request.form.get("text", "")))

    @app.post("/try/import")
    @limits.large_body
    def take() -> Any:
        return jsonify(size=len(request.form.get("text", "")))

    @app.get("/try/guess")
    @limits.limiter.limit("3/minute", key_func=limits.by_address)
    def guess() -> Any:
        return "no"

    @app.get("/try/fail/<kind>")
    def fail(kind: str) -> Any:
        if kind.isdigit():
            abort(int(kind))
        if kind == "table":
            raise TableError("seat_taken", "seat", name="Ann")
        if kind == "no_table":
            raise NoTable("X")
        if kind == "bug":
            raise RuntimeError("the secret of seat 2")
        raise StoreError(kind)

    return app


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    with pytest.MonkeyPatch.context() as patch:
        for name in SETTINGS:
            patch.delenv(name, raising=False)
        return house(tmp_path_factory.mktemp("house"), WTF_CSRF_ENABLED=False)


@pytest.fixture
def visitor(open_house: Flask) -> FlaskClient:
    """A phone that comes for the first time."""
    return open_house.test_client()


# --- the health check


def test_healthz_gives_the_version(visitor: FlaskClient) -> None:
    answer = visitor.get("/healthz")
    assert answer.json == {"ok": True, "version": __version__}
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_healthz_asks_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = house(tmp_path)

    def dead() -> None:
        raise StoreError("unreadable")

    monkeypatch.setattr(app.extensions["tables"].store, "ping", dead)
    assert app.test_client().get("/healthz").status_code == 503


def test_healthz_is_asked_by_addresses_that_are_no_name_of_ours(tmp_path: Path) -> None:
    visitor = create_app(tmp_path, "https://mori.example").test_client()
    strange = {"Host": "172.19.0.2:8080"}
    assert visitor.get("/healthz", headers=strange).status_code == 200
    assert visitor.get("/", headers=strange).status_code == 400
    assert visitor.get("/static/app.css", headers={"Host": "mori.example"}).status_code == 200


def test_what_browsers_and_indexes_look_for_is_there(visitor: FlaskClient) -> None:
    assert visitor.get("/favicon.ico", follow_redirects=True).mimetype == "image/png"
    assert "Disallow: /t/" in visitor.get("/robots.txt").text


# --- headers


@pytest.mark.parametrize(
    "path", ["/healthz", "/static/app.css", "/nowhere", "/try/fail/bug", "/try/fail/429"]
)
def test_every_answer_carries_the_security_headers(visitor: FlaskClient, path: str) -> None:
    answer = visitor.get(path, headers=HTML)
    for name, value in SECURITY.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "Strict-Transport-Security" not in answer.headers


def test_https_is_remembered(visitor: FlaskClient) -> None:
    assert visitor.get("/healthz", base_url="https://localhost").headers["Strict-Transport-Security"]


def test_a_static_file_is_kept_by_its_content(app: Flask) -> None:
    with app.test_request_context():
        address = asset("app.css")
    assert re.fullmatch(r"/static/app\.css\?v=[0-9a-f]{10}", address)
    client = app.test_client()
    assert "immutable" in client.get(address).headers["Cache-Control"]
    assert "immutable" not in client.get("/static/app.css").headers["Cache-Control"]


@pytest.mark.parametrize("name", bundles.BUNDLES)
def test_a_bundle_holds_its_parts_and_is_kept_by_its_content(app: Flask, name: str) -> None:
    with app.test_request_context():
        address = asset(name)
    answer = app.test_client().get(address)
    assert (answer.status_code, answer.mimetype) == (200, guess_type(name)[0])
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.data == bundles.content(name) and address.endswith(sha256(answer.data).hexdigest()[:10])
    same = app.test_client().get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    for part in bundles.BUNDLES[name]:
        words = set(
            re.findall(rb"[\w-]{6,}", re.sub(rb"/\*.*?\*/|//.*?\n", b"", bundles.content(part), flags=re.S))
        )
        assert words <= set(re.findall(rb"[\w-]{6,}", answer.data)), part


@pytest.mark.parametrize(
    "raw", ["", "{", b"\xff", "[" * 100_000, '"\\ud800"', '{"a": ["\\udfff"]}', '{"\\ud800": 1}']
)
def test_json_that_no_page_could_show_is_refused(raw: str | bytes) -> None:
    with pytest.raises(ValueError):
        read_json(raw)
    assert (
        read_json('{"a": "\\ud83c\\udf32"}')
        == read_json('{"a": "\U0001f332"}'.encode())
        == {"a": "\U0001f332"}
    )


# --- errors


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "status", "key"),
    [
        ("/nowhere", 404, "404"),
        ("/try/form", 405, "405"),
        ("/try/fail/400", 400, "400"),
        ("/try/fail/403", 403, "403"),
        ("/try/fail/409", 409, "409"),
        ("/try/fail/413", 413, "413"),
        ("/try/fail/418", 418, "400"),
        ("/try/fail/429", 429, "429"),
        ("/try/fail/bug", 500, "500"),
        ("/try/fail/501", 501, "500"),
        ("/try/fail/503", 503, "503"),
        ("/try/fail/no_table", 404, "404"),
        ("/try/fail/full", 503, "store.full"),
        ("/try/fail/locked", 503, "store.locked"),
        ("/try/fail/readonly", 503, "store.readonly"),
        ("/try/fail/corrupt", 503, "store.corrupt"),
        ("/try/fail/unreadable", 503, "store.unreadable"),
        ("/try/fail/newer", 503, "store.newer"),
    ],
)
def test_an_error_is_a_sentence_in_the_readers_language(
    visitor: FlaskClient, path: str, status: int, key: str, lang: str
) -> None:
    sentence = words(lang)(f"app.error.{key}")
    language = {"Accept-Language": lang}

    page = visitor.get(path, headers=HTML | language)
    assert page.status_code == status
    assert sentence in page.text
    assert f'<html lang="{lang}"' in page.text
    assert page.headers["Content-Language"] == lang

    part = visitor.get(path, headers=HTML | language | {"HX-Request": "true"})
    assert part.status_code == status
    assert sentence in part.text
    assert "<html" not in part.text

    data = visitor.get(path, headers=language | {"Accept": "application/json"})
    assert data.status_code == status
    assert data.json is not None
    assert data.json["message"] == sentence

    for answer in (page, part, data):
        assert "Traceback" not in answer.text
        assert "secret of seat" not in answer.text


def test_405_says_what_would_do(visitor: FlaskClient) -> None:
    assert "POST" in visitor.get("/try/form").headers["Allow"]


def test_a_table_error_is_told_in_words(visitor: FlaskClient) -> None:
    answer = visitor.get("/try/fail/table", headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["message"]


def test_the_error_page_itself_may_break(visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.errors.render_template", lambda *_, **__: 1 / 0)
    answer = visitor.get("/nowhere", headers=HTML)
    assert answer.status_code == 404
    assert words("en")("app.error.404") in answer.text
    assert answer.mimetype == "text/plain"


def test_a_redirect_is_no_error(tmp_path: Path) -> None:
    app = house(tmp_path)
    app.add_url_rule("/try/away", view_func=lambda: redirect("/healthz"))
    assert app.test_client().get("/try/away").status_code == 302


# --- what one phone may send


def test_a_form_without_its_token_is_refused_kindly(tmp_path: Path) -> None:
    visitor = house(tmp_path).test_client()
    answer = visitor.post("/try/form", data={"text": "x"}, headers=HTML)
    assert answer.status_code == 400
    assert words("en")("app.error.csrf") in answer.text


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_form_with_its_token_is_taken_without_a_referrer(tmp_path: Path, scheme: str) -> None:
    app = house(tmp_path)
    app.add_url_rule("/try/token", view_func=lambda: app.jinja_env.globals["csrf_token"]())
    visitor = app.test_client()
    base = f"{scheme}://localhost"
    token = visitor.get("/try/token", base_url=base).text
    answer = visitor.post("/try/form", data={"text": "x", "csrf_token": token}, base_url=base)
    assert answer.json == {"size": 1}


def test_great_bodies_are_for_imports_alone(visitor: FlaskClient) -> None:
    great = {"text": "x" * 900_000}
    assert visitor.post("/try/form", data=great).status_code == 413
    assert visitor.post("/try/import", data=great).json == {"size": 900_000}
    assert visitor.post("/try/import", data={"text": "x" * 1_100_000}).status_code == 413
    assert visitor.post("/try/form", data={"text": "x" * 60_000}).json == {"size": 60_000}


def test_guesses_are_counted_by_address(visitor: FlaskClient) -> None:
    other = {"REMOTE_ADDR": "192.168.1.9"}
    answers = [visitor.get("/try/guess").status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    assert visitor.get("/try/guess", environ_overrides=other).status_code == 200


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("nonsense", "unknown"),
    ],
)
def test_an_address_is_that_of_a_home(app: Flask, address: str, counted: str) -> None:
    with app.test_request_context(environ_overrides={"REMOTE_ADDR": address}):
        assert limits.by_address() == counted


# --- languages and sizes


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("de-DE,de;q=0.9,zh-SG;q=0.5,en;q=0.4", "zh-Hans"),
        ("en-GB", "en"),
        ("*", "en"),
        ("", "en"),
        (";;;q=x,\u00ff", "en"),
    ],
)
def test_the_browser_says_the_language(visitor: FlaskClient, header: str, lang: str) -> None:
    answer = visitor.get("/nowhere", headers={"Accept-Language": header, **HTML})
    assert answer.headers["Content-Language"] == lang


def test_a_chosen_language_is_remembered(visitor: FlaskClient) -> None:
    english = {"Accept-Language": "en", **HTML}
    first = visitor.get("/nowhere?lang=zh-Hant", headers=english)
    assert first.headers["Content-Language"] == "zh-Hant"
    cookie = SimpleCookie(first.headers["Set-Cookie"])["lang"]
    assert (cookie.value, cookie["samesite"], cookie["path"]) == ("zh-Hant", "Lax", "/")
    assert visitor.get("/nowhere", headers=english).headers["Content-Language"] == "zh-Hant"
    assert visitor.get("/nowhere?lang=en", headers=english).headers["Content-Language"] == "en"


@pytest.mark.parametrize("nonsense", ["tlh", "", "zh", "en\r\nX: y", "../../etc", "\x00"])
def test_a_language_that_we_lack_changes_nothing(visitor: FlaskClient, nonsense: str) -> None:
    visitor.set_cookie("lang", "nonsense")
    answer = visitor.get(
        "/nowhere", query_string={"lang": nonsense}, headers={"Accept-Language": "zh-TW", **HTML}
    )
    assert answer.headers["Content-Language"] == "zh-Hant"
    assert not any(c.startswith("lang=") for c in answer.headers.getlist("Set-Cookie"))


def test_a_chosen_text_size_is_remembered(visitor: FlaskClient) -> None:
    assert 'data-text="xl"' in visitor.get("/nowhere?size=xl", headers=HTML).text
    assert 'data-text="xl"' in visitor.get("/nowhere", headers=HTML).text
    assert 'data-text="m"' in visitor.get("/nowhere?size=m", headers=HTML).text


@pytest.mark.parametrize(
    ("path", "onward"),
    [("/new/spirits", "/new/spirits"), ("/join", "/"), ("/t/0000000000000/move", "/t/0000000000000")],
)
def test_a_language_chosen_on_a_page_that_a_form_brought_leads_near_it(
    client: FlaskClient, path: str, onward: str
) -> None:
    page = Page(client.post(path, data={"code": "zzz", "count": "2", "name-0": "A", "name-1": "a"}))
    assert page.form("/language").fields["next"] == onward


# --- phones


def test_a_phone_keeps_its_id(visitor: FlaskClient) -> None:
    first = visitor.get("/try/phone")
    cookie = SimpleCookie(first.headers["Set-Cookie"])["mori"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    assert int(cookie["max-age"]) == 400 * 24 * 3600 and not cookie["expires"], "by the phone's own clock"
    again = visitor.get("/try/phone")
    assert first.json is not None
    assert again.json == {"known": first.json["id"], "id": first.json["id"]}
    assert len(first.json["id"]) >= 22
    assert "Set-Cookie" not in again.headers


def test_the_cookie_is_renewed_before_it_ends(visitor: FlaskClient) -> None:
    phone = visitor.get("/try/phone").json
    with visitor.session_transaction() as kept:
        kept["since"] -= 40 * 24 * 3600
    answer = visitor.get("/try/phone")
    assert "mori=" in answer.headers["Set-Cookie"]
    assert phone is not None
    assert answer.json == {"known": phone["id"], "id": phone["id"]}


def test_a_forged_cookie_is_a_new_phone(visitor: FlaskClient) -> None:
    visitor.set_cookie("mori", "eyJwaG9uZSI6ImFubiJ9.aaaaaa.forged")
    answer = visitor.get("/try/phone").json
    assert answer is not None
    assert answer["known"] is None


def test_the_cookie_is_secure_where_the_phone_came_by_https(tmp_path: Path) -> None:
    app = house(tmp_path)
    by_https = app.test_client().get("/try/phone", base_url="https://localhost")
    assert "Secure" in by_https.headers["Set-Cookie"]
    behind = house(tmp_path)
    behind.config["PUBLIC_URL"] = "https://localhost"
    assert "Secure" in behind.test_client().get("/try/phone").headers["Set-Cookie"]


def test_a_restart_keeps_the_phones(tmp_path: Path) -> None:
    visitor = house(tmp_path).test_client()
    answer = visitor.get("/try/phone")
    cookie = SimpleCookie(answer.headers["Set-Cookie"])["mori"].value
    later = house(tmp_path).test_client()
    later.set_cookie("mori", cookie)
    assert answer.json is not None
    assert later.get("/try/phone").json == {"known": answer.json["id"], "id": answer.json["id"]}


def test_an_earlier_key_is_still_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_SECRET_KEY", "first")
    answer = house(tmp_path).test_client().get("/try/phone")
    cookie = SimpleCookie(answer.headers["Set-Cookie"])["mori"].value
    monkeypatch.setenv("COMPANION_SECRET_KEY", "second")
    monkeypatch.setenv("COMPANION_SECRET_KEY_FALLBACKS", "zero, first")
    later = house(tmp_path).test_client()
    later.set_cookie("mori", cookie)
    assert answer.json is not None
    assert later.get("/try/phone").json["known"] == answer.json["id"]  # type: ignore[index]


# --- addresses that another phone can open


@pytest.mark.parametrize(
    ("host", "lan", "public", "address"),
    [
        ("192.168.1.5:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000/t/X"),
        ("localhost:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000/t/X"),
        ("127.0.0.1:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000/t/X"),
        ("[::1]:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000/t/X"),
        ("localhost:8000", "", "", "http://localhost:8000/t/X"),
        ("localhost:8000", "http://192.168.1.5:8000", "https://mori.example", "https://mori.example/t/X"),
    ],
)
def test_the_address_for_other_phones(tmp_path: Path, host: str, lan: str, public: str, address: str) -> None:
    app = house(tmp_path, LAN_URL=lan, PUBLIC_URL=public)
    answer = app.test_client().get("/try/where", headers={"Host": host}).json
    assert answer is not None
    assert answer["url"] == address


@pytest.mark.parametrize(
    ("proxy", "headers", "address", "secure"),
    [
        ("", {"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "https"}, "127.0.0.1", False),
        ("1", {"X-Forwarded-For": "8.8.8.8, 9.9.9.9", "X-Forwarded-Proto": "https"}, "9.9.9.9", True),
        ("2", {"X-Forwarded-For": "7.7.7.7, 8.8.8.8, 9.9.9.9"}, "8.8.8.8", False),
        (
            "fly",
            {"Fly-Client-IP": "8.8.8.8", "X-Forwarded-For": "8.8.8.8, 9.9.9.9", "X-Forwarded-Proto": "https"},
            "8.8.8.8",
            True,
        ),
    ],
)
def test_only_named_proxies_are_believed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    proxy: str,
    headers: dict[str, str],
    address: str,
    secure: bool,
) -> None:
    monkeypatch.setenv("COMPANION_PROXY", proxy)
    answer = house(tmp_path).test_client().get("/try/where", headers=headers).json
    assert answer is not None
    assert (answer["address"], answer["secure"]) == (address, secure)


# --- settings


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    first, second = read_settings(data), read_settings(data)
    assert first.secret_key == second.secret_key
    assert len(first.secret_key) == 64
    assert stat.S_IMODE((data / KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == [KEY_FILE]
    assert read_settings(tmp_path / "other").secret_key != first.secret_key


def test_settings_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_DIR", str(tmp_path / "env"))
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "https://mori.example/")
    monkeypatch.setenv("COMPANION_TRUSTED_HOSTS", "www.mori.example")
    found = read_settings()
    assert found.data_dir == tmp_path / "env"
    assert found.public_url == "https://mori.example"
    assert set(found.trusted_hosts) >= {"mori.example", "www.mori.example", "localhost"}
    assert read_settings(tmp_path / "given").data_dir == tmp_path / "given"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COMPANION_PUBLIC_URL", "mori.example"),
        ("COMPANION_PUBLIC_URL", "ftp://mori.example"),
        ("COMPANION_PUBLIC_URL", "https://mori.example/path"),
        ("COMPANION_PUBLIC_URL", "https://user@mori.example"),
        ("COMPANION_PUBLIC_URL", "https://mori.example:port"),
        ("COMPANION_PUBLIC_URL", "http://[::1"),
        ("COMPANION_PROXY", "many"),
        ("COMPANION_PROXY", "-1"),
        ("COMPANION_PROXY", "٣"),
        ("COMPANION_DATA_DIR", "/dev/null/data"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    if name != "COMPANION_DATA_DIR":
        monkeypatch.setenv("COMPANION_DATA_DIR", str(tmp_path))
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingError) as caught:
        read_settings()
    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize("damage", [b"", b"short", b"\xff" * 64])
def test_a_damaged_key_is_said_and_not_replaced(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / KEY_FILE).write_bytes(damage)
    with pytest.raises(SettingError):
        read_settings(tmp_path)
    assert (tmp_path / KEY_FILE).read_bytes() == damage


# --- logs


def test_the_log_of_a_fault_holds_no_body_and_no_cookie(
    visitor: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.set_cookie("lang", "the-cookie")
    with caplog.at_level(logging.DEBUG):
        visitor.get("/try/fail/bug?name=the-query")
    assert "RuntimeError" in caplog.text
    assert "the-cookie" not in caplog.text
    assert "the-query" not in caplog.text


def test_a_session_is_plain_data(visitor: FlaskClient) -> None:
    visitor.get("/try/phone")
    with visitor.session_transaction() as kept:
        assert set(kept) == {"phone", "since", "_permanent"}
        json.dumps(dict(kept))
