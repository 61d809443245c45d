"""The scored ends of Bitoku from outside: every line, total, vision, ranking and solo result."""

import json

from companion.games.bitoku.scoring import score
from tests.oracle.cases import cases


def counted(sheet):
    """Our result in the form of `expect`."""
    result = score(sheet).json
    found = {"lines": {player["name"]: player["lines"] for player in result["players"]}}
    if "opponent" in result:
        found["lines"][result["opponent"]["name"]] = result["opponent"]["lines"]
        return found | {"won": result["won"]}
    return found | {"ranking": result["ranking"]}


def test_every_case_counts_as_expected():
    wrong = [
        {"id": case["id"], "expect": case["expect"], "found": found}
        for case in cases("bitoku_scoring")
        if (found := counted(case["sheet"])) != case["expect"]
    ]
    assert not wrong, f"{len(wrong)} cases differ, first {json.dumps(wrong[0])}"
