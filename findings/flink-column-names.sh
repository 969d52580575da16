#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A table of payments becomes a stream of a record, by toDataStream(table, Payment.class).
#
# Library: Flink 2.3.0 (Table API, planner-loader)
# Behaviour: columns go to the components of their names, in any order and any case. If the name of one column is not among
#   them, all columns go by their positions instead, without an error if the types fit.
# Matters: a query names the last column otherwise, and payer and payee change places. Compare the names of the columns
#   with those of the record before the conversion.
# Output seen:
#   payee, payer, amount: Payment[payer=alice, payee=bob, amount=5]
#   payee, payer, AMOUNT: Payment[payer=alice, payee=bob, amount=5]
#   payee, payer, total: Payment[payer=bob, payee=alice, amount=5]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Columns.java <<'JAVA'
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

public class Columns {
    public record Payment(String payer, String payee, long amount) {}

    public static void main(String[] args) throws Exception {
        show("payee, payer, amount");
        show("payee, payer, AMOUNT");
        show("payee, payer, total");
    }

    static void show(String columns) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var tables = StreamTableEnvironment.create(StreamExecutionEnvironment.createLocalEnvironment(1, settings));
        var table = tables.sqlQuery("SELECT * FROM (VALUES ('bob', 'alice', CAST(5 AS BIGINT))) AS t (" + columns + ")");
        try (var payments = tables.toDataStream(table, Payment.class).executeAndCollect()) {
            payments.forEachRemaining(payment -> System.out.println(columns + ": " + payment));
        }
    }
}
JAVA

packages flink org.apache.flink:flink-clients:2.3.0 org.apache.flink:flink-table-api-java-bridge:2.3.0 \
    org.apache.flink:flink-table-planner-loader:2.3.0 org.apache.flink:flink-table-runtime:2.3.0
program flink Columns | as_seen
