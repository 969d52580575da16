#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# JSON objects in which a name comes twice, which JSON permits, read by SQL.
#
# Library: Flink 2.3.0 (flink-json)
# Behaviour: the default reader counts the fields it has filled and stops when there are as many as columns. A name that
#   comes twice counts twice, so another column stays NULL although its value is there. What comes after the last column
#   is not read: there the first value stands. With 'json.decode.json-parser.enabled' = 'false' the last value stands,
#   and no column is lost. No reader reports an error.
# Matters: an order with a repeated name loses its amount, and means something else to a reader with the other setting.
#   Let the producer refuse repeated names.
# Output seen:
#   default {"from": "a", "from": "b", "amount": 5} -> +I[b, null]
#   default {"from": "a", "amount": 5, "from": "b"} -> +I[a, 5]
#   other {"from": "a", "from": "b", "amount": 5} -> +I[b, 5]
#   other {"from": "a", "amount": 5, "from": "b"} -> +I[b, 5]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Repeated.java <<'JAVA'
import org.apache.flink.table.api.*;
import java.nio.file.*;
import java.util.List;

public class Repeated {
    public static void main(String[] args) throws Exception {
        List<String> orders = List.of("{\"from\": \"a\", \"from\": \"b\", \"amount\": 5}", "{\"from\": \"a\", \"amount\": 5, \"from\": \"b\"}");
        Path file = Files.write(Files.createTempFile("orders", ".json"), orders);
        TableEnvironment sql = TableEnvironment.create(EnvironmentSettings.inBatchMode());
        for (String reader : List.of("default", "other")) {
            String option = reader.equals("default") ? "" : ", 'json.decode.json-parser.enabled' = 'false'";
            sql.executeSql("CREATE TABLE orders_" + reader + " (`from` STRING, amount BIGINT) WITH ('connector' = 'filesystem', 'path' = '"
                    + file.toUri() + "', 'format' = 'json'" + option + ")");
            int next = 0;
            try (var rows = sql.executeSql("SELECT * FROM orders_" + reader).collect()) {
                while (rows.hasNext()) System.out.println(reader + " " + orders.get(next++) + " -> " + rows.next());
            }
        }
    }
}
JAVA

packages flink org.apache.flink:flink-clients:2.3.0 org.apache.flink:flink-table-api-java-bridge:2.3.0 \
    org.apache.flink:flink-table-planner-loader:2.3.0 org.apache.flink:flink-table-runtime:2.3.0 \
    org.apache.flink:flink-connector-files:2.3.0 org.apache.flink:flink-json:2.3.0
program flink Repeated | as_seen
