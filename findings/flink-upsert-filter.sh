#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A table of sums, of which a query shows those from 100 on, as an upsert stream.
#
# Library: Flink 2.3.0 (Table API, planner-loader), toChangelogStream(table, schema with a primary key,
#   ChangelogMode.upsert())
# Behaviour: although an upsert stream has no -U, one of a query that filters what was updated has. A row that leaves the
#   result leaves by -U alone; there is no -D.
# Matters: whoever ignores -U, as is right for each other upsert stream, keeps an account in the list of the rich for
#   good. Take -U for a deletion; or set table.exec.sink.upsert-materialize to FORCE, with which each update is -D and +I.
# Output seen:
#   all sums, AUTO: +I[a, 150] +U[a, 160] +I[b, 200] +U[a, 60]
#   from 100, AUTO: +I[a, 150] -U[a, 150] +U[a, 160] +I[b, 200] -U[a, 160]
#   all sums, FORCE: +I[a, 150] +U[a, 160] +I[b, 200] +U[a, 60]
#   from 100, FORCE: +I[a, 150] -D[a, 150] +I[a, 160] +I[b, 200] -D[a, 160]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Filtered.java <<'JAVA'
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.*;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;

public class Filtered {
    static final String SUMS = "SELECT account, SUM(amount) AS total FROM movements GROUP BY account";

    public static void main(String[] args) throws Exception {
        for (String materialize : new String[] {"AUTO", "FORCE"}) {
            show("all sums, " + materialize, materialize, SUMS);
            show("from 100, " + materialize, materialize, SUMS + " HAVING SUM(amount) >= 100");
        }
    }

    static void show(String what, String materialize, String query) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("rest.port", "0");
        var env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        var tables = StreamTableEnvironment.create(env);
        tables.getConfig().set("table.exec.sink.upsert-materialize", materialize);
        var type = Types.ROW_NAMED(new String[] {"account", "amount"}, Types.STRING, Types.LONG);
        tables.createTemporaryView("movements", env.fromData(type,
                Row.of("a", 150L), Row.of("a", 10L), Row.of("b", 200L), Row.of("a", -100L)));
        Schema schema = Schema.newBuilder().column("account", DataTypes.STRING().notNull())
                .column("total", DataTypes.BIGINT()).primaryKey("account").build();
        StringBuilder line = new StringBuilder(what + ":");
        try (var rows = tables.toChangelogStream(tables.sqlQuery(query), schema, ChangelogMode.upsert())
                .executeAndCollect()) {
            rows.forEachRemaining(row -> line.append(' ').append(row));
        }
        System.out.println(line);
    }
}
JAVA

packages flink org.apache.flink:flink-clients:2.3.0 org.apache.flink:flink-table-api-java-bridge:2.3.0 \
    org.apache.flink:flink-table-planner-loader:2.3.0 org.apache.flink:flink-table-runtime:2.3.0
program flink Filtered | as_seen
