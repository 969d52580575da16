# SPDX-License-Identifier: Apache-2.0
"""Whom the client trusts over https."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from server import Server, serving
from tspoon_client import Client, RetryPolicy, State, TspoonError, UnavailableError

FOUND = {"timestamp": "1", "key": "a", "found": True, "value": 5}
pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
        " -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout"
    )
    subprocess.run([*command.split(), str(key), "-out", str(certificate)], check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def secure(certificate: tuple[Path, Path]) -> Iterator[Server]:
    with serving(FOUND) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        yield server


def ask(client: Client) -> object:
    return client.graph("bank").ask(State("balance").key("a")).value


def test_a_ca_file_says_whom_to_trust(secure: Server, certificate: tuple[Path, Path]) -> None:
    address = secure.address.replace("http:", "https:")
    with Client(address, ca_file=certificate[0], token="secret") as client:
        assert ask(client) == 5
        assert ask(client) == 5
    with Client(address, tls=ssl.create_default_context(cafile=str(certificate[0]))) as client:
        assert ask(client) == 5
    assert [request.connection for request in secure.asked] == [1, 1, 2]


def test_a_stranger_is_not_asked_and_not_asked_again(secure: Server) -> None:
    address = secure.address.replace("http:", "https:")
    with Client(address, token="secret", retries=RetryPolicy(3, 0.001, 0.001)) as client:
        with pytest.raises(TspoonError, match=r"TSP-5203.*CERTIFICATE_VERIFY_FAILED") as caught:
            ask(client)
        assert isinstance(caught.value, UnavailableError)
        assert not caught.value.retryable
    assert secure.asked == []
    assert secure.connections <= 1


def test_a_file_and_a_context_are_too_much(certificate: tuple[Path, Path]) -> None:
    with pytest.raises(ValueError, match="CA file and a TLS context"):
        Client("https://localhost", ca_file=certificate[0], tls=ssl.create_default_context())
