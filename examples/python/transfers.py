# SPDX-License-Identifier: Apache-2.0
"""Transfers as transactions: Python parses them and shows the results, Java has the t-graph between.

Usage: python transfers.py JOB_JAR
"""
import sys
from decimal import Decimal
from pathlib import Path

from pyflink.common import Row, Types
from pyflink.datastream import DataStream, StreamExecutionEnvironment
from pyflink.java_gateway import get_gateway

TRANSFER = Types.ROW_NAMED(
    ["id", "payer", "payee", "amount"],
    [Types.STRING(), Types.STRING(), Types.STRING(), Types.BIG_DEC()],
)
LINES = [
    "t1,alice,bob,30.10",
    "t2,bob,carol,200.00",
    "t3,carol,dave,0.05",
    "no transfer",
]


def parse(line):
    """A row of a line, or nothing. Amounts are exact from here on."""
    parts = line.split(",")
    if len(parts) == 4:
        yield Row(id=parts[0], payer=parts[1], payee=parts[2], amount=Decimal(parts[3]))


def settled(transfers):
    """The results of the t-graph, which a method in Java makes of a stream."""
    factory = get_gateway().jvm.io.tspoon.examples.python.Transfers
    return DataStream(factory.settle(transfers._j_data_stream))


def shown(result):
    if not result.committed:
        return f"{result.id} ABORTED {result.reasons[0]}"
    # Java's maps have no order.
    balances = (f"{account}={amount}" for account, amount in sorted(result.balances.items()))
    return f"{result.id} COMMITTED {' '.join(balances)}"


def main(jar):
    environment = StreamExecutionEnvironment.get_execution_environment()
    environment.add_jars(Path(jar).resolve().as_uri())
    environment.set_python_executable(sys.executable)
    environment.set_parallelism(2)

    lines = environment.from_collection(LINES, type_info=Types.STRING())
    transfers = lines.flat_map(parse, output_type=TRANSFER)
    results = settled(transfers).map(shown, output_type=Types.STRING())
    with results.execute_and_collect() as all_results:
        for result in sorted(all_results):
            print(result)


if __name__ == "__main__":
    main(sys.argv[1])
