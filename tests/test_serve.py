"""`companion serve`: the production servers, what they print, and how phones find them."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brotli
import pytest
from click.testing import CliRunner

from companion import __version__, bundles, network, open_tables
from companion import serve as room
from companion.__main__ import main
from companion.network import ListenError, listen, phone_hosts
from companion.web.headers import SECURITY
from tests.serving import serving

HEADERS = {name.lower(): value for name, value in SECURITY.items()}


@pytest.mark.parametrize("name", room.SERVERS)
def test_a_server_serves_and_stops(tmp_path: Path, name: str) -> None:
    with serving(tmp_path / "log", "--server", name) as running:
        status, headers, body = running.get("/healthz")
        assert (status, json.loads(body)["version"]) == (200, __version__)
        assert headers.items() >= HEADERS.items()

        status, headers, body = running.get("/static/app.css?v=1", Accept_Encoding="br")
        assert (status, headers["content-encoding"]) == (200, "br")
        assert "immutable" in headers["cache-control"]
        assert headers.items() >= HEADERS.items()
        assert running.get("/static/app.css")[2] == brotli.decompress(body)
        assert "immutable" not in running.get("/static/app.css")[1]["cache-control"]
        for bundle in bundles.BUNDLES:
            status, headers, body = running.get(f"/static/{bundle}?v=1", Accept_Encoding="br")
            assert (status, headers["content-encoding"]) == (200, "br")
            assert brotli.decompress(body) == bundles.content(bundle)

        status, headers, body = running.get("/", Accept_Encoding="gzip", Accept_Language="zh-TW")
        assert (status, headers["content-encoding"], headers["content-language"]) == (200, "gzip", "zh-Hant")
        for path in ("/nowhere", "/static/../pyproject.toml", "/static/nowhere.css", "/%00", "/%ff"):
            assert running.get(path)[0] == 404

        assert "Stop with Ctrl+C" in running.printed
        assert running.stop() == 0
    assert list(tmp_path.glob("mori-*")) == [], "the folder of compressed files is gone"
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")


@pytest.mark.parametrize("name", room.SERVERS)
def test_phones_that_listen_hear_the_end_and_do_not_delay_it(tmp_path: Path, name: str) -> None:
    with serving(tmp_path / "log", "--server", name) as running:
        tables = open_tables(tmp_path / "data")  # another process writes: the stream tells of it all the same
        code = tables.create("spirits", [("Ann", "red"), ("Ben", "blue")], {}, "phone").code
        host, port = running.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as idle:  # it never says what it wants
            phone = http.client.HTTPConnection(host, int(port), timeout=10)
            phone.request("GET", f"/t/{code}/events")
            stream = phone.getresponse()
            assert (stream.status, stream.headers["Content-Type"][:17]) == (200, "text/event-stream")
            first = tables.change(code)
            while stream.readline() != f"data: {first}\n".encode():
                pass
            tables.rename(code, 0, "Anna", "phone")
            while stream.readline() != f"data: {tables.change(code)}\n".encode():
                pass
            running.process.terminate()
            stream.read()  # raises IncompleteRead for a stream that was cut off
            phone.close()
            idle.close()
            assert running.process.wait(timeout=10) == 0


def test_windows_gets_the_server_that_runs_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert room.default_server() in room.SERVERS
    monkeypatch.setattr("sys.platform", "win32")
    assert room.default_server() == "waitress"
    done = CliRunner().invoke(main, ["serve", "--server", "gunicorn", "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert "waitress" in done.stderr


# --- what it prints


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What `companion serve` prints with these options, with these addresses of the computer."""

    def say(*options: str, hosts: list[str] | None = None) -> tuple[str, dict[str, Any]]:
        seen: dict[str, Any] = {}

        def serve(opened: socket.socket, server: str, make_app: Any) -> None:
            opened.close()
            seen.update(make_app().config)

        monkeypatch.setattr(room, "serve", serve)
        if hosts is not None:
            monkeypatch.setattr(network, "phone_hosts", lambda host="": hosts)
        done = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path), *options])
        assert done.exit_code == 0, done.stderr
        return done.stdout, seen

    return say


def decoded(drawn: str, folder: Path) -> str:
    """What a phone reads off the QR code in a terminal with light letters on a dark ground."""
    rows = [line for line in drawn.splitlines() if line and set(line) <= set("█▀▄ \u00a0")]
    halves = {"█": "00", "▀": "01", "▄": "10", " ": "11", "\u00a0": "11"}
    dots = [[halves[letter][half] for letter in line for _ in range(8)] for line in rows for half in (0, 1)]
    scaled = [row for row in dots for _ in range(8)]
    image = folder / "qr.pbm"
    image.write_text(f"P1\n{len(scaled[0])} {len(scaled)}\n" + "\n".join(" ".join(row) for row in scaled))
    zbar = shutil.which("zbarimg")
    assert zbar, "zbarimg is missing: apt-get install zbar-tools"
    done = subprocess.run([zbar, "-q", "--raw", str(image)], capture_output=True, text=True)
    return done.stdout.strip()


def test_the_address_for_phones_is_printed_and_drawn(printed: Any, tmp_path: Path) -> None:
    output, config = printed(hosts=["192.168.1.5", "[fd00::2]"])
    url = next(word for word in output.split() if word.startswith("http://192.168.1.5:"))
    assert f"open {url}" in output
    assert decoded(output, tmp_path) == url
    assert config["LAN_URL"] == url
    assert "http://[fd00::2]:" in output


def test_a_public_address_is_the_one_for_phones(printed: Any, tmp_path: Path) -> None:
    output, config = printed("--public-url", "https://mori.example/", hosts=["192.168.1.5"])
    assert decoded(output, tmp_path) == "https://mori.example"
    assert "192.168.1.5" not in output
    assert config["PUBLIC_URL"] == "https://mori.example"


def test_without_a_network_it_says_what_to_do(printed: Any) -> None:
    output, config = printed(hosts=[])
    assert "hotspot" in output
    assert "http://localhost:" in output
    assert config["LAN_URL"] == ""


def test_on_its_own_address_it_says_that_phones_cannot_come(printed: Any) -> None:
    output, _ = printed("--host", "127.0.0.1")
    assert "--host" in output
    assert "http://127.0.0.1:" in output


# --- addresses


def adapters(*found: tuple[str, list[str]]) -> list[SimpleNamespace]:
    return [
        SimpleNamespace(
            name=name,
            nice_name=name,
            ips=[SimpleNamespace(ip=(ip, 0, 0) if ":" in ip else ip) for ip in ips],
        )
        for name, ips in found
    ]


@pytest.mark.parametrize(
    ("found", "way_out", "hosts"),
    [
        ([("lo", ["127.0.0.1", "::1"])], "", []),
        ([("eth0", ["169.254.3.4", "fe80::1"])], "", []),
        ([("docker0", ["172.17.0.1"]), ("wlan0", ["192.168.1.5"])], "", ["192.168.1.5"]),
        (
            [
                ("br-1a2b", ["172.18.0.1"]),
                ("vethab", ["10.1.1.1"]),
                ("tun0", ["10.8.0.2"]),
                ("wg0", ["10.9.0.2"]),
            ],
            "10.8.0.2",
            [],
        ),
        ([("VirtualBox Host-Only", ["192.168.56.1"]), ("Wi-Fi", ["10.0.0.7"])], "", ["10.0.0.7"]),
        (
            [("eth0", ["172.20.1.1", "10.0.0.7", "192.168.1.5"])],
            "",
            ["192.168.1.5", "10.0.0.7", "172.20.1.1"],
        ),
        ([("eth0", ["192.168.1.5"]), ("wlan0", ["10.0.0.7"])], "10.0.0.7", ["10.0.0.7", "192.168.1.5"]),
        (
            [("eth0", ["2001:db8::5", "8.8.4.4", "192.168.1.5"])],
            "8.8.4.4",
            ["192.168.1.5", "8.8.4.4", "[2001:db8::5]"],
        ),
        ([("eth0", ["fd00::2"])], "", ["[fd00::2]"]),
        ([("eth0", ["192.168.1.5"]), ("wlan0", ["192.168.1.5"])], "", ["192.168.1.5"]),
    ],
)
def test_the_likeliest_address_comes_first(
    monkeypatch: pytest.MonkeyPatch, found: list[tuple[str, list[str]]], way_out: str, hosts: list[str]
) -> None:
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters(*found))
    monkeypatch.setattr(network, "_way_out", lambda: way_out)
    assert phone_hosts() == hosts


@pytest.mark.parametrize(
    ("host", "hosts"),
    [
        ("127.0.0.1", []),
        ("localhost", []),
        ("::1", []),
        ("192.168.7.7", ["192.168.7.7"]),
        ("fd00::7", ["[fd00::7]"]),
        ("mori.local", ["mori.local"]),
    ],
)
def test_an_address_that_was_asked_for_is_the_answer(host: str, hosts: list[str]) -> None:
    assert phone_hosts(host) == hosts


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("", 0)) as other:
        yield other.getsockname()[1]


@pytest.mark.parametrize("host", ["", "127.0.0.1", "0.0.0.0"])
def test_a_port_in_use_names_another(taken: int, host: str) -> None:
    with pytest.raises(ListenError) as caught:
        listen(host, taken)
    assert f"Port {taken} is in use" in str(caught.value)
    free = int(str(caught.value).split()[-1])
    listen(host, free).close()


def test_a_port_in_use_is_1_on_the_command_line(taken: int, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["serve", "--port", str(taken), "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "companion serve --port" in done.stderr


@pytest.mark.parametrize("host", ["192.0.2.77", "no.such.invalid", "", "x" * 300, "a\u0000b", "999.1.1.1"])
def test_an_address_that_is_not_ours_is_a_sentence(host: str) -> None:
    if host == "":
        with listen(host, 0) as opened:  # every address of this computer, IPv4 among them
            socket.create_connection(("127.0.0.1", opened.getsockname()[1])).close()
        return
    with pytest.raises(ListenError) as caught:
        listen(host, 0)
    assert str(caught.value).count("\n") == 0
