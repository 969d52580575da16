#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One statement updates two rows, and changes other columns in one than in the other. Canal puts both into one message.
#
# Library: Flink 2.3.0 (flink-json, format canal-json)
# Behaviour: Canal gives the old values of changed columns only. Flink completes each row from its new values, but to
#   see whether a column was given it searches the old values of all rows of the message. So a column that changed in
#   one row only is NULL before the update in the other. As two messages the same rows are read correctly.
# Matters: whoever takes back a before image to apply the after image (a sum, a t-graph that debits the old and credits
#   the new amount) takes back NULL, not 6.00. Use the after images only, as upserts by key, or one row in a message.
# Output seen:
#   one message of two rows
#     -U[1, open, 4.00] +U[1, open, 5.00]
#     -U[2, new, 6.00] +U[2, open, 6.00]
#     read as:
#     -U[1, null, 4.00] +U[1, open, 5.00]
#     -U[2, new, null] +U[2, open, 6.00]
#   two messages of one row
#     read as:
#     -U[1, open, 4.00] +U[1, open, 5.00]
#     -U[2, new, 6.00] +U[2, open, 6.00]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Canal.java <<'JAVA'
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.canal.CanalJsonDeserializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.util.Collector;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Canal {
    static final String FIRST = "{\"id\": \"1\", \"status\": \"open\", \"amount\": \"5.00\"}", FIRST_OLD = "{\"amount\": \"4.00\"}";
    static final String SECOND = "{\"id\": \"2\", \"status\": \"open\", \"amount\": \"6.00\"}", SECOND_OLD = "{\"status\": \"new\"}";

    public static void main(String[] args) throws Exception {
        System.out.println("one message of two rows");
        System.out.println("  -U[1, open, 4.00] +U[1, open, 5.00]\n  -U[2, new, 6.00] +U[2, open, 6.00]");
        System.out.println("  read as:");
        read(message(FIRST + ", " + SECOND, FIRST_OLD + ", " + SECOND_OLD));
        System.out.println("two messages of one row");
        System.out.println("  read as:");
        read(message(FIRST, FIRST_OLD));
        read(message(SECOND, SECOND_OLD));
    }

    static String message(String rows, String old) {
        return "{\"database\": \"bank\", \"table\": \"account\", \"type\": \"UPDATE\", \"isDdl\": false, \"data\": [" + rows + "], \"old\": [" + old + "]}";
    }

    static void read(String message) throws Exception {
        var type = DataTypes.ROW(DataTypes.FIELD("id", DataTypes.BIGINT()), DataTypes.FIELD("status", DataTypes.STRING()),
                DataTypes.FIELD("amount", DataTypes.DECIMAL(10, 2)));
        DeserializationSchema<RowData> canal = CanalJsonDeserializationSchema.builder(type, List.of(), InternalTypeInfo.of(type.getLogicalType()))
                .setIgnoreParseErrors(false).setTimestampFormat(TimestampFormat.SQL).build();
        canal.open(null);
        List<String> rows = new ArrayList<>();
        canal.deserialize(message.getBytes(StandardCharsets.UTF_8), new Collector<>() {
            public void collect(RowData row) {
                rows.add(row.getRowKind().shortString() + "[" + row.getLong(0) + ", " + row.getString(1) + ", " + row.getDecimal(2, 10, 2) + "]");
            }

            public void close() {}
        });
        for (int i = 0; i < rows.size(); i += 2) System.out.println("  " + rows.get(i) + " " + rows.get(i + 1));
    }
}
JAVA

packages flink org.apache.flink:flink-table-api-java-bridge:2.3.0 org.apache.flink:flink-table-runtime:2.3.0 \
    org.apache.flink:flink-json:2.3.0 org.apache.flink:flink-streaming-java:2.3.0
program flink Canal | as_seen
