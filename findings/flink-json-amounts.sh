#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Amounts that do not fit their column, read by SQL from JSON and CSV.
#
# Library: Flink 2.3.0 (flink-json, flink-csv), with the default options, so that a message that cannot be read is an
#   error
# Behaviour: a number with too many digits for a DECIMAL becomes NULL and one with too many places is rounded, both
#   without an error. A number with a fraction is cut for BIGINT and INT, but refused for SMALLINT, and refused for
#   BIGINT if it is in quotes.
# Matters: a payment of 12345.67 becomes a payment of NULL, one of 19.99 a payment of 19, before any t-graph sees it.
#   Read amounts as STRING, or as a DECIMAL with more digits and places than can come, and check the range in the job.
# Output seen:
#   json DECIMAL(6,2) 12345.67 -> null
#   json DECIMAL(6,2) 1.005 -> 1.01
#   csv DECIMAL(6,2) 12345.67 -> null
#   csv DECIMAL(6,2) 1.005 -> 1.01
#   json BIGINT 19.99 -> 19
#   json INT -0.5 -> 0
#   json BIGINT "19.99" -> refused
#   json SMALLINT 19.99 -> refused
#   csv BIGINT 19.99 -> refused
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Amounts.java <<'JAVA'
import org.apache.flink.table.api.*;
import java.nio.file.*;
import java.util.List;

public class Amounts {
    static final TableEnvironment SQL = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    static int tables;

    public static void main(String[] args) throws Exception {
        read("json", "DECIMAL(6,2)", "12345.67", "1.005");
        read("csv", "DECIMAL(6,2)", "12345.67", "1.005");
        read("json", "BIGINT", "19.99");
        read("json", "INT", "-0.5");
        read("json", "BIGINT", "\"19.99\"");
        read("json", "SMALLINT", "19.99");
        read("csv", "BIGINT", "19.99");
    }

    static void read(String format, String type, String... amounts) throws Exception {
        Path file = Files.createTempFile("amounts", "." + format);
        String line = format.equals("json") ? "{\"amount\": %s}" : "%s";
        Files.write(file, List.of(amounts).stream().map(line::formatted).toList());
        String table = "t" + tables++;
        SQL.executeSql("CREATE TABLE " + table + " (amount " + type + ") WITH ('connector' = 'filesystem', 'path' = '"
                + file.toUri() + "', 'format' = '" + format + "')");
        int next = 0;
        try (var rows = SQL.executeSql("SELECT * FROM " + table).collect()) {
            while (rows.hasNext()) {
                System.out.println(format + " " + type + " " + amounts[next++] + " -> " + rows.next().getField(0));
            }
        } catch (Exception e) {
            System.out.println(format + " " + type + " " + amounts[next] + " -> refused");
        }
    }
}
JAVA

packages flink org.apache.flink:flink-clients:2.3.0 org.apache.flink:flink-table-api-java-bridge:2.3.0 \
    org.apache.flink:flink-table-planner-loader:2.3.0 org.apache.flink:flink-table-runtime:2.3.0 \
    org.apache.flink:flink-connector-files:2.3.0 org.apache.flink:flink-json:2.3.0 org.apache.flink:flink-csv:2.3.0
program flink Amounts | as_seen
