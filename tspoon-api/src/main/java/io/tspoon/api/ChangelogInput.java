/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;

/**
 * A stream of rows, and how a t-graph reads their kinds.
 *
 * <p>A {@link Row} has a {@link RowKind}: it is inserted ({@code +I}), deleted ({@code -D}), or one
 * of the two rows of an update, the old one ({@code -U}) and the new one ({@code +U}). Flink does
 * not tell whether a stream has all of them, as that of {@code toChangelogStream}, or insertions
 * only. So the program says it:
 *
 * <pre>{@code
 * TransactionalGraph.named("totals")
 *     .openTransaction(ChangelogInput.retractions(tables.toChangelogStream(orders)))
 *     .keyBy(change -> change.row().<String>getFieldAs("owner"))
 *     .update(TOTAL, (total, change) ->
 *             total + change.sign() * change.row().<Long>getFieldAs("amount"))
 * }</pre>
 *
 * <p>Each row that is not ignored is one transaction. So an update that is read with {@link
 * #retractions} is two: others may see the state, and constraints check it, between the two.
 *
 * @param <T> type of the elements that enter the t-graph
 */
@PublicEvolving
public final class ChangelogInput<T> {
    private final DataStream<Row> rows;
    private final RowReader<T> reader;
    private final TypeInformation<T> type;
    private final @Nullable KeySelector<T, ?> key;
    private final @Nullable TypeInformation<?> keyType;

    private ChangelogInput(
            DataStream<Row> rows,
            RowReader<T> reader,
            TypeInformation<T> type,
            @Nullable KeySelector<T, ?> key,
            @Nullable TypeInformation<?> keyType) {
        this.rows = rows;
        this.reader = reader;
        this.type = type;
        this.key = key;
        this.keyType = keyType;
    }

    /**
     * Rows that are only ever inserted. A row of another kind fails the job.
     *
     * @throws InvalidGraphException if the stream is null
     */
    public static ChangelogInput<Row> insertOnly(DataStream<Row> rows) {
        checkGiven("rows", rows);
        return new ChangelogInput<>(rows, RowReader.insertOnly(), rows.getType(), null, null);
    }

    /**
     * The last row of a key counts: {@code +I} and {@code +U} say what the key has from now on,
     * {@code -D} and {@code -U} that it is gone.
     *
     * <p>An update with {@code -U} and {@code +U} deletes and adds, in two transactions. Ask Flink
     * for {@code ChangelogMode.upsert()}, and most tables have no {@code -U}. A table that leaves
     * out rows after they were updated, as by {@code HAVING}, has them even so: a {@code -U} alone
     * is all that tells that a row has left it. If a {@code +U} of the same key follows each {@code
     * -U}, {@link #ignoringUpdateBefore} makes an update one transaction.
     *
     * <p>The rows of a key must take effect in their order. So the t-graph must have {@link
     * io.tspoon.transaction.IsolationLevel#PL4}, and the rows of a key go to the same coordinator.
     * With a write-ahead log and without transaction keys all rows go to the first one. The stream
     * must bring the rows of a key in order, from one subtask.
     *
     * @param key the key of a row, such as the primary key of the table
     * @throws InvalidGraphException if an argument is null, or Flink cannot find the type of the
     *     key
     */
    public static <K> ChangelogInput<RowChange> upserts(
            DataStream<Row> rows, KeySelector<Row, K> key) {
        checkGiven("rows", rows);
        checkGiven("key", key);
        TypeInformation<K> keyType =
                GraphTypes.extract(
                        "upserts", () -> TypeExtractor.getKeySelectorTypes(key, rows.getType()));
        return new ChangelogInput<>(
                rows,
                RowReader.changes(),
                RowReader.changeOf(rows.getType()),
                change -> key.getKey(change.row()),
                keyType);
    }

    /**
     * Each row counts until it is taken back: {@code +I} and {@code +U} add a row, {@code -U} and
     * {@code -D} take one back. The function is told which by {@link RowChange#sign}.
     *
     * <p>Right for sums and counts, to which the order of the rows does not matter. Not for an
     * upsert changelog, which has no {@code -U}.
     *
     * @throws InvalidGraphException if the stream is null
     */
    public static ChangelogInput<RowChange> retractions(DataStream<Row> rows) {
        checkGiven("rows", rows);
        return new ChangelogInput<>(
                rows, RowReader.changes(), RowReader.changeOf(rows.getType()), null, null);
    }

    /**
     * The same without {@code -D}: a deleted row stays what it was, as if nobody had deleted it.
     */
    public ChangelogInput<T> ignoringDeletes() {
        return ignoring(RowKind.DELETE);
    }

    /**
     * The same without {@code -U}, for {@link #upserts} in which a {@code +U} of the same key
     * follows each {@code -U}, as in the changelog of a database.
     *
     * @throws InvalidGraphException if it is not for upserts
     */
    public ChangelogInput<T> ignoringUpdateBefore() {
        if (key == null) {
            throw new InvalidGraphException(
                    "[TSP-1219] Cannot read changelog: without -U, what an update takes back would"
                            + " count for ever. Leave out ignoringUpdateBefore(), or read the rows"
                            + " with ChangelogInput.upserts(rows, key).");
        }
        return ignoring(RowKind.UPDATE_BEFORE);
    }

    private ChangelogInput<T> ignoring(RowKind kind) {
        return new ChangelogInput<>(rows, RowReader.ignoring(kind, reader), type, key, keyType);
    }

    /** Whether the rows of a key must take effect in their order. */
    boolean isOrdered() {
        return key != null;
    }

    /**
     * The elements that enter the t-graph; those of a key on one way.
     *
     * @param uid of the operator that reads the rows
     */
    DataStream<T> elements(String uid) {
        DataStream<T> elements =
                Spread.plain(rows)
                        .flatMap(reader)
                        .returns(type)
                        .name("changelog")
                        .uid(uid)
                        .setParallelism(rows.getParallelism());
        return key == null || keyType == null ? elements : Spread.byKey(elements, key, keyType);
    }

    private static void checkGiven(String what, @Nullable Object argument) {
        if (argument == null) {
            throw new InvalidGraphException(
                    "[TSP-1115] Cannot read changelog: an argument is null, argument="
                            + what
                            + ". Pass the stream of rows, and for upserts the key of a row.");
        }
    }
}
