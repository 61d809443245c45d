"""What a phone fetches when it opens a table in play for the first time, from the production server.

Bytes are those that came over the line, headers with them, as Chromium's network events count them.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

from companion import create_app
from tests.browser.phone import PHONE
from tests.browser.recorded import game, steps
from tests.serving import serving
from tests.web.screens import cookie

AIM = (40_000, 10)
MOVES = 40


def table_in_play(data: Path) -> tuple[str, str, str]:
    """A table after 40 moves of a recorded game: its path, and the name and value of a guest's cookie."""
    app = create_app(data)
    tables = app.extensions["tables"]
    table = tables.create("spirits", [("Ana", "red"), ("Bo", "blue")], {}, "host")
    table = tables.claim(table.code, 1, "guest")
    for step in list(steps(game(1003)))[:MOVES]:
        table = tables.play(
            table.code, step.seat, step.move, revision=table.revision, nonce=str(table.revision)
        ).table
    return f"/t/{table.code}", app.config["SESSION_COOKIE_NAME"], cookie(app, "guest")


def first_load(url: str, name: str, value: str, seconds: float) -> list[dict[str, Any]]:
    """Every request of a new phone that opens `url` and waits a while: what, bytes, encoding."""
    found: dict[str, dict[str, Any]] = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", **PHONE)
        context.add_cookies([{"name": name, "value": value, "url": url}])
        page = context.new_page()
        wire: CDPSession = context.new_cdp_session(page)
        wire.send("Network.enable")

        def answered(event: dict[str, Any]) -> None:
            answer = event["response"]
            found[event["requestId"]] = {
                "url": answer["url"].removeprefix(url.rsplit("/t/", 1)[0]),
                "status": answer["status"],
                "encoding": answer["headers"].get("Content-Encoding", ""),
                "bytes": answer["encodedDataLength"],
            }

        def grown(event: dict[str, Any]) -> None:
            if event["requestId"] in found:
                found[event["requestId"]]["bytes"] = event["encodedDataLength"]

        wire.on("Network.responseReceived", answered)
        wire.on("Network.loadingFinished", grown)
        page.goto(url)
        page.get_by_role("heading", name="Last moves").wait_for()
        page.wait_for_timeout(1000 * seconds)
        browser.close()
    return list(found.values())


def main() -> None:
    """Print every request and the sums."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=5, help="how long to wait after the page stands")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        path, name, value = table_in_play(data)
        with serving(Path(folder) / "log") as house:
            requests = first_load(house.url + path, name, value, asked.seconds)
    for each in requests:
        print(f"{each['bytes']:>7} B  {each['status']}  {each['encoding'] or '-':4}  {each['url']}")
    total = sum(each["bytes"] for each in requests)
    print(f"{total} bytes in {len(requests)} requests (aim: {AIM[0]} bytes, {AIM[1]} requests)")


if __name__ == "__main__":
    main()
