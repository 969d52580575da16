#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A row with a whole number and a text, from a function in Python to an operator in Java.
#
# Library: apache-flink 2.3.0 (PyFlink, DataStream API, process mode)
# Behaviour: a number of type Types.BIG_INT() arrives as null, however small it is, and the column behind it has the bytes
#   that are left over. With Types.LONG() and Types.BIG_DEC() both arrive. No error tells it.
# Matters: an amount is lost, and the id or account behind it is another one. Use Types.BIG_DEC(), which is exact.
# Output seen:
#   +I[LONG, 5, alice]
#   +I[BIG_DEC, 5, alice]
#   +I[BIG_INT, null, ^@^@^@^Ea]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >main.py <<'PYTHON'
from decimal import Decimal
from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment


def show(name, number_type, number):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    rows = env.from_collection([name], type_info=Types.STRING()).map(
        lambda n: Row(type=n, number=number, account="alice"),
        output_type=Types.ROW_NAMED(["type", "number", "account"], [Types.STRING(), number_type, Types.STRING()]),
    )
    rows._j_data_stream.print()  # that of Java
    env.execute()


show("LONG", Types.LONG(), 5)
show("BIG_DEC", Types.BIG_DEC(), Decimal(5))
show("BIG_INT", Types.BIG_INT(), 5)
PYTHON

wheels apache-flink==2.3.0
python_program | cat -v | as_seen
