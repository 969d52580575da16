# SPDX-License-Identifier: Apache-2.0
"""JSON without loss: whole numbers are int, others Decimal; and what Python has as keys and constants."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from numbers import Integral
from typing import Any
from uuid import UUID


def loads(text: bytes) -> Any:
    """Read JSON; raises ValueError, ArithmeticError or RecursionError."""
    return json.loads(text, parse_float=Decimal, parse_int=_whole, parse_constant=_no_number)


def _whole(digits: str) -> int | Decimal:
    try:
        return int(digits)
    except ValueError:  # Python refuses so many digits, to be safe from attacks
        return Decimal(digits)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


def dumps(value: Any) -> str:
    """Write keys, constants and requests as the servers read them; raises TypeError or ValueError."""
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value)
    if isinstance(value, (Integral, float, Decimal)):
        return _number(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_name(name)}:{dumps(part)}" for name, part in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(dumps, value)) + "]"
    return json.dumps(_text(value))


def _number(value: Integral | float | Decimal) -> str:
    if isinstance(value, Integral):
        return str(int(value))
    if math.isnan(value):
        return '"NaN"'
    if math.isinf(value):
        return '"Infinity"' if value > 0 else '"-Infinity"'
    return str(value) if isinstance(value, Decimal) else repr(float(value))


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"[TSP-5102] Cannot write question: a name in an object is no text, name={name!r}. Use a str.")
    return json.dumps(name)


def _text(value: object) -> str:
    if isinstance(value, (date, time)):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(
        "[TSP-5102] Cannot write question: a value is of no type that has JSON here, "
        f"type={type(value).__name__}. Pass the JSON of it, as a scan shows it."
    )


def timestamp(value: str | int | datetime) -> str:
    """Return a timestamp, or a time, as a request has it."""
    if isinstance(value, datetime):
        offset = value.utcoffset()
        if offset is None:
            raise ValueError(f"Cannot read at a time: it has no time zone, time={value}. Pass an aware datetime.")
        return (value.replace(tzinfo=None) - offset).isoformat() + "Z"
    return str(value)
