# SPDX-License-Identifier: Apache-2.0
"""For .ci/http: calls that the bank example executes, and what must hold of each of them.

The server's document leaves open what a procedure takes. Here it is what the bank's description says of its procedure,
so that schemathesis makes up transfers, and what is almost one.
"""

import json
import os
import urllib.request
from collections import Counter

import requests
import schemathesis

CALLS = "/graphs/{graph}/calls"
CALL = CALLS + "/{procedure}"
MOST = 99_999_999_999_999  # Money.MAX of the bank
ENOUGH_MS = 5_000
MOST_ATTEMPTS = 10


@schemathesis.hook
def before_load_schema(context, raw_schema):
    with urllib.request.urlopen(os.environ["TSPOON_SERVER"] + "/v1/graphs/bank", timeout=30) as answer:
        (procedure,) = json.load(answer)["procedures"]
    transfer = procedure["requestSchema"]
    # What its own check wants, else nearly all are refused.
    for account in ("payer", "payee"):
        transfer["properties"][account]["properties"]["number"]["minLength"] = 1
    transfer["properties"]["payer"]["properties"]["bank"] = {"const": ""}
    transfer["properties"]["amount"].update(minimum=1, maximum=MOST)
    call = raw_schema["paths"][CALL]["post"]["requestBody"]["content"]["application/json"]
    call["schema"] = transfer
    call["examples"] = {"covered": {"value": sample(1)}, "not covered": {"value": sample(MOST)}}
    calls = [{"procedure": procedure["name"], "key": f"k{amount}", "request": sample(amount)} for amount in (1, MOST)]
    several = raw_schema["paths"][CALLS]["post"]["requestBody"]["content"]["application/json"]
    several["examples"] = {"two": {"value": {"calls": calls}}}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Else most calls would not be answered in time."""
    query = case.query or {}
    for terms in (query, query.get("terms")):
        if isinstance(terms, dict) and str(terms.get("timeoutMs")).isdecimal():
            terms["timeoutMs"] = max(int(terms["timeoutMs"]), ENOUGH_MS) if int(terms["timeoutMs"]) else 0


def answered(case):
    """What becomes of a call. A busy server may not say it in time at first."""
    for _ in range(MOST_ATTEMPTS):
        answer = case.call()
        if answer.status_code not in (503, 504):
            break
    return answer


def sample(amount):
    return {"payer": {"bank": "", "number": "a"}, "payee": {"bank": "DE", "number": "b"}, "amount": amount}


class Transfer:
    """A call that is executed, however little time there is to make up others."""

    def __init__(self, amount):
        self.key = f"sure-{amount}"
        self.body = sample(amount)

    def call(self):
        return requests.post(
            os.environ["TSPOON_SERVER"] + "/v1/graphs/bank/calls/transfer?timeoutMs=60000",
            json=self.body,
            headers={"Idempotency-Key": self.key},
            timeout=90,
        )


@schemathesis.check
class CallsAreExecutedOnce:
    """Each call that was executed is repeated, and another one is sent with its key."""

    def __init__(self):
        self.seen = Counter()
        self.begun = False

    def after_response(self, context, response, case):
        if (case.method, case.path) != ("POST", CALL):
            return
        if not self.begun:
            self.begun = True
            for amount in (1, MOST):
                sure = Transfer(amount)
                self.executed(sure.call(), sure)
        self.executed(response, case)

    def executed(self, response, case):
        first = response.json()
        self.seen[first.get("reason") or first["outcome"]] += 1
        if response.status_code == 200:
            again = answered(case)
            assert again.json() == {**first, "repeated": True}, f"{first} was answered again with {again.text}"
            self.seen["repeated"] += 1
            case.body = {**case.body, "amount": case.body["amount"] - 1 or 2}
            assert answered(case).json().get("reason") == "KEY_REUSED", f"another request took the key of {first}"
            self.seen["KEY_REUSED"] += 1

    def after_run(self, context):
        print("Calls:", ", ".join(f"{what} {count}" for what, count in sorted(self.seen.items())))
        assert {"COMMITTED", "ABORTED", "INVALID_CALL", "repeated"} <= self.seen.keys(), f"only {self.seen} were tried"
