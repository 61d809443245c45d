#!/usr/bin/env bash
# Lighthouse on a phone: lobby, a table in play, the calculator. Needs Node 18 or later; options go to the program.
set -euo pipefail
cd "$(dirname "$0")/.."
tool="${LIGHTHOUSE:-$(mktemp -d)}"
[ -x "$tool/node_modules/.bin/lighthouse" ] ||
  npm install --prefix "$tool" --no-audit --no-fund --silent lighthouse@12.2.3
exec uv run --frozen --no-sync python -m benchmarks.bench_lighthouse "$tool/node_modules/.bin/lighthouse" "$@"
