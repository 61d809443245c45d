# Sourced by ./run and ./test: brings what a fresh machine lacks, and is quick where nothing is missing.

export UV_PYTHON_DOWNLOADS="${UV_PYTHON_DOWNLOADS:-automatic}"
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  export UV_PYTHON_DOWNLOADS=never # the Python that is here will do
fi

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# need_packages PACKAGE... : Debian packages, installed when missing and when that is possible here.
need_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  echo "Installing ${missing[*]}" >&2
  if as_root true 2>/dev/null; then
    as_root apt-get update -q >&2 &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2 &&
      return 0
  fi
  echo "NOT INSTALLED: ${missing[*]}. What needs them will not work; install them as root:" >&2
  echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
}

# Sets UV to a uv that runs: the one on the machine, or one of our own in .tools.
need_uv() {
  UV=uv
  "$UV" --version >/dev/null 2>&1 && return 0
  UV=$PWD/.tools/bin/uv
  "$UV" --version >/dev/null 2>&1 && return 0
  echo "Installing uv into .tools" >&2
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    need_packages python3-venv
  fi
  rm -rf .tools
  if python3 -m venv .tools >&2 && .tools/bin/python -m pip install -q 'uv>=0.9,<1' >&2; then
    return 0
  fi
  # No venv to be had: pip beside it, past Debian's mark on its own Python, which --target does not touch.
  rm -rf .tools
  python3 -m pip install -q --break-system-packages --target .tools 'uv>=0.9,<1' >&2 ||
    python3 -m pip install -q --target .tools 'uv>=0.9,<1' >&2 && return 0
  echo "uv is needed and cannot be installed here: https://docs.astral.sh/uv" >&2
  return 1
}
