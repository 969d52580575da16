# SPDX-License-Identifier: Apache-2.0
"""What the pages say of the client, and what the package brings."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tspoon_client
from tspoon_client import Reason, TspoonError
from tspoon_client._errors import Problem, error

DOCS = Path(__file__).parents[3] / "docs"
SOURCES = Path(tspoon_client.__file__).parent
ROW = re.compile(r"^\| `(\w+Error)` \| (.+) \|$", re.MULTILINE)
MESSAGE = re.compile(r"\[(TSP-\d{4})\] (Cannot [^:,{]+)")
BEGINNING = re.compile(r"Cannot [^:,{]+")

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the pages are not here")


def test_the_page_lists_classes_and_reasons() -> None:
    listed = {
        Reason(reason): name
        for name, reasons in ROW.findall((DOCS / "python.md").read_text())
        for reason in re.findall(r"`(\w+)`", reasons)
    }
    assert listed == {reason: type(error(Problem(reason, ""))).__name__ for reason in Reason}
    assert all(issubclass(getattr(tspoon_client, name), TspoonError) for name in listed.values())


def test_a_code_has_the_meaning_that_the_errors_page_says() -> None:
    meanings = dict(re.findall(r"^\| (TSP-\d{4}) \| `([^`]+)`", (DOCS / "errors.md").read_text(), re.MULTILINE))
    text = "\n".join(path.read_text() for path in SOURCES.glob("*.py"))
    found = MESSAGE.findall(text) + problems()
    assert {code for code, _ in found} | {"TSP-5204"} == set(re.findall(r"TSP-5\d{3}", text))
    for code, message in found:
        assert meanings[code].startswith(message.strip()), code


def problems() -> list[tuple[str, str]]:
    """Return code and beginning of each failure that the client itself tells of."""
    found = []
    for path in SOURCES.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Problem":
                code = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
                if len(call.args) > 1 and code:
                    (message,) = BEGINNING.findall(ast.unparse(call.args[1]))
                    found.append((ast.literal_eval(code[0]), message))
    assert len(found) >= 5
    return found


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCES / "py.typed").exists()
