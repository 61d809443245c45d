"""The README's pictures: a recorded table in the middle of its game, on a phone, by day and by night.

uv run python tools/picture.py            # writes docs/table-light.png and docs/table-dark.png
"""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from companion import create_app

ROOT = Path(__file__).resolve().parents[1]
RECORDED = ROOT / "tests" / "games" / "recorded" / "four_players_with_plus.json"
ENTRIES = 47
PHONE = "a phone of the picture's own"


def main() -> None:
    """Import the first entries of the game, sit down on the seat to act, and photograph its screen."""
    record = json.loads(RECORDED.read_text("utf-8"))
    record["entries"] = record["entries"][:ENTRIES]
    app = create_app(Path(tempfile.mkdtemp()))
    tables = app.extensions["tables"]
    table = tables.import_(record, PHONE)
    tables.free(table.code, 0, PHONE)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    turn = table.game.to_act(table.state)[0]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(
            viewport={"width": 360, "height": 740}, device_scale_factor=2, locale="en"
        ).new_page()
        page.goto(f"http://127.0.0.1:{server.port}/t/{table.code}")
        page.get_by_role("button", name=table.seats[turn].name).click()
        page.get_by_text("Majorities").wait_for()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(500)
            page.screenshot(path=str(ROOT / "docs" / f"table-{theme}.png"))
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
