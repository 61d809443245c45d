#!/usr/bin/env bash
# Known weaknesses of what we build on: the locked Python packages, and the scripts in static/vendor.
#
# Asks the public advisory services, so it is run by a person with a network and not by .ci/run: when a release
# is made, when uv.lock changes, and once a month. SECURITY.md says what is done with what it finds.
# Exit 0: nothing known. 1: something is. 2: the services cannot be reached.
set -uo pipefail
cd "$(dirname "$0")/.."

list=$(mktemp) && found=$(mktemp)
trap 'rm -f "$list" "$found"' EXIT
uv export --frozen --no-dev --no-emit-project --no-hashes --quiet > "$list" || exit 2

# pip-audit is no dependency of ours: uv fetches it for this once. A package it could not ask about is no answer,
# though it then says "No known vulnerabilities found".
uvx --quiet pip-audit --requirement "$list" --no-deps --disable-pip --strict --progress-spinner off > "$found" 2>&1
audited=$?
if grep -q "could not be audited" "$found" || { [ "$audited" -ne 0 ] && ! grep -q "known vulnerabilit" "$found"; }; then
  tail -n 3 "$found" >&2
  echo "The advisory service did not answer for every package." >&2
  exit 2
fi
cat "$found"

# The vendored scripts carry their versions in their names; npm knows advisories by them.
for file in static/vendor/*.min.js; do
  name=$(basename "$file" .min.js)
  case $name in htmx-*) package=htmx.org version=${name#htmx-} ;; *) continue ;; esac
  answer=$(curl -fsS -m 20 -H 'Content-Type: application/json' \
    -d "{\"version\": \"$version\", \"package\": {\"name\": \"$package\", \"ecosystem\": \"npm\"}}" \
    https://api.osv.dev/v1/query) || { echo "The advisory service did not answer." >&2; exit 2; }
  if [ "$answer" != "{}" ]; then
    echo "$package $version: $answer"
    audited=1
  fi
done
exit "$audited"
