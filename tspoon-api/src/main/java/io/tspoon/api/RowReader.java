/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

import java.util.Map;

/** Makes of a row of a changelog the element that enters the t-graph, or nothing. */
interface RowReader<T> extends FlatMapFunction<Row, T> {

    static RowReader<Row> insertOnly() {
        return (row, out) -> {
            if (row.getKind() != RowKind.INSERT) {
                throw new IllegalStateException(
                        "[TSP-1301] Cannot read row: the stream was said to have insertions only,"
                                + " kind="
                                + row.getKind().shortString()
                                + ", row="
                                + row
                                + ". Open the t-graph with ChangelogInput.upserts(rows, key) if the"
                                + " last row of a key counts, or with"
                                + " ChangelogInput.retractions(rows) if each row counts until it is"
                                + " taken back.");
            }
            out.collect(row);
        };
    }

    /** Rows that are added, and rows that are deleted or taken back. */
    static RowReader<RowChange> changes() {
        return (row, out) -> {
            RowKind kind = row.getKind();
            out.collect(change(row, kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER));
        };
    }

    static <T> RowReader<T> ignoring(RowKind kind, RowReader<T> reader) {
        return (row, out) -> {
            if (row.getKind() != kind) {
                reader.flatMap(row, out);
            }
        };
    }

    /** The type of the changes of rows. */
    static TypeInformation<RowChange> changeOf(TypeInformation<Row> rowType) {
        return Types.POJO(RowChange.class, Map.of("row", rowType, "added", Types.BOOLEAN));
    }

    private static RowChange change(Row row, boolean added) {
        if (row.getKind() == RowKind.INSERT) {
            return new RowChange(row, added);
        }
        Row inserted = Row.copy(row); // others may still use this one
        inserted.setKind(RowKind.INSERT);
        return new RowChange(inserted, added);
    }
}
