"""Where phones can reach this computer: its addresses, a socket that listens, a QR code in the terminal."""

from __future__ import annotations

import errno
import io
import re
import socket
import sys
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import click
import ifaddr
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L

_VIRTUAL = re.compile(
    r"^(lo\d*|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|ppp|tailscale|zt|cni|flannel|cali|lxc|lxd"
    r"|podman|awdl|llw|bridge\d)|virtual|vmware|hyper-v|vethernet|loopback|tailscale|wireguard|zerotier",
    re.IGNORECASE,
)
_HOME = [ip_network(net) for net in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")]
_NOWHERE = ("", "0.0.0.0", "::")  # noqa: S104


class ListenError(OSError):
    """An address that cannot be listened on; the message is one sentence that says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; on every address, IPv4 and IPv6, when `host` is empty.

    Raises ListenError.
    """
    try:
        if not host and socket.has_dualstack_ipv6():
            return socket.create_server(
                ("::", port), family=socket.AF_INET6, backlog=2048, dualstack_ipv6=True
            )
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ListenError(_refusal(host, port, error)) from error
    except (OverflowError, TypeError, UnicodeError) as error:
        raise ListenError(f"There is no address {host!r} with the port {port}.") from error


def _refusal(host: str, port: int, error: OSError) -> str:
    if error.errno in (errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEACCES", -1)):
        taken = "in use" if error.errno == errno.EADDRINUSE else "not open to this user"
        free = _free_port(host, max(port + 1, 8000))
        return f"Port {port} is {taken}; port {free} is free: companion serve --port {free}"
    return f"This computer has no address {host!r} to listen on ({_cause(error)})."


def _cause(error: OSError) -> str:
    return (error.strerror or str(error)).split(" (while")[0]


def _free_port(host: str, first: int) -> int:
    for port in (*range(first, min(first + 50, 65536)), 0):
        try:
            with socket.create_server((host if host and ":" not in host else "", port)) as found:
                return int(found.getsockname()[1])
        except OSError:
            continue
    return 0


def phone_hosts(host: str = "") -> list[str]:
    """The hosts that phones in the same network can open, the likeliest first, ready for an address.

    Home networks' IPv4 first, then other IPv4, then IPv6; none of this computer's own virtual networks. A
    `host` that is one address is the answer itself.
    """
    if host not in _NOWHERE:
        try:
            address = ip_address(host)
        except ValueError:
            return [] if host == "localhost" else [host]
        return [] if address.is_loopback else [_written(address)]
    way_out = _way_out()
    found = sorted(_addresses(), key=lambda address: _likelihood(address, way_out))
    return [_written(address) for address in dict.fromkeys(found)]


def _addresses() -> Iterable[IPv4Address | IPv6Address]:
    for adapter in ifaddr.get_adapters():
        if _VIRTUAL.search(adapter.name) or _VIRTUAL.search(adapter.nice_name):
            continue
        for entry in adapter.ips:
            address = ip_address(entry.ip if isinstance(entry.ip, str) else entry.ip[0])
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                yield address


def _likelihood(address: IPv4Address | IPv6Address, way_out: str) -> tuple[int, bool, bool, int]:
    home = next((i for i, net in enumerate(_HOME) if address in net), len(_HOME))
    return (address.version, home == len(_HOME), str(address) != way_out, home)


def _way_out() -> str:
    """The address that this computer itself would use to reach others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _written(address: IPv4Address | IPv6Address) -> str:
    return str(address) if address.version == 4 else f"[{address}]"


def show_qr(url: str) -> None:
    """Prints the QR code of an address, when the terminal can draw it."""
    code = QRCode(border=2, error_correction=ERROR_CORRECT_L)
    code.add_data(url)
    if sys.stdout.isatty():
        code.print_ascii(sys.stdout, tty=True)
        return
    drawn = io.StringIO()
    code.print_ascii(drawn, invert=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    click.echo(drawn.getvalue())
