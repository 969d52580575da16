#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Values that do not fit their declared type, from a function in Python to an operator in Java.
#
# Library: apache-flink 2.3.0 (PyFlink, DataStream API, process mode)
# Behaviour: floats and decimals are cut to whole numbers, times of a day to milliseconds; of a time with a zone the zone
#   is dropped; of two letters as a CHAR none is left; fields of a row that its type does not have are dropped.
#   No error tells it. A number that is too large is refused, and so is a text.
# Matters: 19.99 is debited as 19, and a deadline in another zone passes hours later. Declare amounts as BIG_DEC, and times
#   as INSTANT.
# Output seen:
#   +I[LONG of 19.99, 19]
#   +I[LONG of Decimal('19.99'), 19]
#   +I[BIG_DEC of Decimal('19.990'), 19.990]
#   +I[SQL_TIME of 23:59:59.999999, 23:59:59]
#   +I[SQL_TIMESTAMP of 2026-01-02 03:04:05.678901+05:00, 2026-01-02 03:04:05.678]
#   +I[CHAR of 'ab', ^@]
#   +I[ROW of one field of Row('alice', 'bob'), +I[alice]]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >main.py <<'PYTHON'
import datetime
from decimal import Decimal
from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

zone = datetime.timezone(datetime.timedelta(hours=5))
CASES = [
    ("LONG of 19.99", Types.LONG(), 19.99),
    ("LONG of Decimal('19.99')", Types.LONG(), Decimal("19.99")),
    ("BIG_DEC of Decimal('19.990')", Types.BIG_DEC(), Decimal("19.990")),
    ("SQL_TIME of 23:59:59.999999", Types.SQL_TIME(), datetime.time(23, 59, 59, 999999)),
    ("SQL_TIMESTAMP of 2026-01-02 03:04:05.678901+05:00", Types.SQL_TIMESTAMP(),
     datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, zone)),
    ("CHAR of 'ab'", Types.CHAR(), "ab"),
    ("ROW of one field of Row('alice', 'bob')", Types.ROW([Types.STRING()]), Row("alice", "bob")),
]

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
start = env.from_collection([0], type_info=Types.INT())
for name, value_type, value in CASES:
    row = Types.ROW([Types.STRING(), value_type])
    start.map(lambda n, name=name, value=value: Row(name, value), output_type=row)._j_data_stream.print()  # that of Java
    env.execute()
PYTHON

wheels apache-flink==2.3.0
python_program | cat -v | as_seen
