# A new volume belongs to root: hand it to the user that serves, then become that user.
set -eu
if [ "$(id -u)" = 0 ]; then
  chown mori:mori "${COMPANION_DATA_DIR:-/data}"
  exec setpriv --reuid mori --regid mori --init-groups "$@"
fi
exec "$@"
