/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.result.TransactionResultTypeInfo;
import io.tspoon.runtime.result.TransactionResultTypeInfo.StateType;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The changes of a state as a stream of rows, each with its {@link RowKind}, as a table takes them.
 *
 * <p>Results leave a t-graph in another order than that of their timestamps, even those of one key.
 * So whoever takes the last one that comes for the newest is wrong now and then. Here the rows of a
 * key are in the order of timestamps. What comes behind something newer is left out:
 *
 * <pre>{@code
 * DataStream<Row> balances =
 *     ChangelogOutput.named("balances", results, BALANCE)
 *         .rows(
 *             Types.ROW_NAMED(new String[] {"account", "balance"}, Types.STRING, Types.LONG),
 *             (account, balance) -> Row.of(account, balance));
 * Table table = tables.fromChangelogStream(balances);
 * }</pre>
 *
 * <p>The first row of a key is {@code +I}. An update is the old row, {@code -U}, and the new one,
 * {@code +U}; a deletion is the old row, {@code -D}. So the stream suits {@code
 * ChangelogMode.all()}, and {@code upsert()} as well. Rows have the Flink timestamps of their
 * results.
 *
 * <p>For this an operator with the name as its uid keeps the last row and timestamp of each key. It
 * also keeps the timestamps of deleted keys, see {@link #forgettingDeletedAfter}. Keys that no
 * transaction has written since the operator is there are not in the changelog.
 *
 * @param <K> type of the state's keys
 * @param <V> type of its values
 */
@PublicEvolving
public final class ChangelogOutput<K, V> {
    private final String name;
    private final DataStream<TransactionResult<Object>> results;
    private final StateSpec<K, V> state;
    private final @Nullable Duration memory;

    private ChangelogOutput(
            String name,
            DataStream<TransactionResult<Object>> results,
            StateSpec<K, V> state,
            @Nullable Duration memory) {
        this.name = name;
        this.results = results;
        this.state = state;
        this.memory = memory;
    }

    /**
     * Makes a row of a key and its value.
     *
     * @param <K> key type
     * @param <V> value type
     */
    @PublicEvolving
    @FunctionalInterface
    public interface RowFunction<K, V> extends Function {
        /** Returns a new row of kind INSERT; always the same columns for the same key and value. */
        Row row(K key, V value) throws Exception;
    }

    /**
     * The changes of a state, of all transactions whose results the stream has.
     *
     * @param name names the operator, and is its uid
     * @param results what closing the t-graph has given, perhaps without some
     * @throws InvalidGraphException if an argument is null, the name is unfit, or the t-graph does
     *     not write the state
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // emitted elements are not looked at
    public static <K, V, T> ChangelogOutput<K, V> named(
            String name, DataStream<TransactionResult<T>> results, StateSpec<K, V> state) {
        GraphTypes.checkName("changelog", name);
        checkGiven("results", results);
        checkGiven("state", state);
        List<String> states = statesOf(results.getType());
        if (!states.contains(state.name())) {
            throw new InvalidGraphException(
                    "[TSP-1216] Cannot make changelog of state: the results are not of a t-graph"
                            + " with this state, changelog="
                            + name
                            + ", state="
                            + state.name()
                            + ", states="
                            + states
                            + ". Pass what closeTransaction has returned, and a state that this"
                            + " t-graph accesses.");
        }
        return new ChangelogOutput<>(name, (DataStream) results, state, null);
    }

    /**
     * The same, with a bound for what is kept of keys that are deleted: their last timestamp, so
     * that an older result which comes later does not bring them back.
     *
     * @param time for which it is kept, in processing time; more than results may be late. By
     *     default it is kept for good
     * @throws InvalidGraphException if the time is not positive
     */
    public ChangelogOutput<K, V> forgettingDeletedAfter(Duration time) {
        checkGiven("time", time);
        if (time.toMillis() <= 0) {
            throw new InvalidGraphException(
                    "[TSP-1217] Cannot make changelog of state: deleted keys are not kept for any"
                            + " time, changelog="
                            + name
                            + ", time="
                            + time
                            + ". Pass more than results may be late, such as an hour.");
        }
        return new ChangelogOutput<>(name, results, state, time);
    }

    /**
     * The stream of rows.
     *
     * @param type of the rows, such as {@code Types.ROW_NAMED(names, types)}
     * @param function makes a row of a key and its new value
     * @throws InvalidGraphException if an argument is null
     */
    public DataStream<Row> rows(TypeInformation<Row> type, RowFunction<K, V> function) {
        checkGiven("type", type);
        checkGiven("function", function);
        return results.flatMap(updates(name, state, function))
                .returns(NewestRow.updateOf(state.keyType(), type))
                .name(name + " updates")
                .uid(name + "-updates")
                .setParallelism(results.getParallelism())
                .keyBy(NewestRow.<K>key(), state.keyType())
                .process(new NewestRow<>(type, memory), type)
                .name(name)
                .uid(name);
    }

    static <K, V, T> FlatMapFunction<TransactionResult<T>, Row> updates(
            String name, StateSpec<K, V> state, RowFunction<K, V> function) {
        return (result, out) -> {
            for (Map.Entry<K, @Nullable V> update : state.updatesIn(result).entrySet()) {
                V value = update.getValue();
                Row row = value == null ? null : function.row(update.getKey(), value);
                if (row == null && value != null) {
                    throw new IllegalStateException(
                            "[TSP-1218] Cannot make changelog of state: the function gave no row,"
                                    + " changelog="
                                    + name
                                    + ", state="
                                    + state.name()
                                    + ", key="
                                    + update.getKey()
                                    + ". Return a row for each key and value, and filter the stream"
                                    + " of rows instead.");
                }
                out.collect(NewestRow.update(update.getKey(), result.timestamp(), row));
            }
        };
    }

    private static List<String> statesOf(TypeInformation<?> type) {
        return type instanceof TransactionResultTypeInfo<?> known
                ? known.states().stream().map(StateType::name).toList()
                : List.of();
    }

    private static void checkGiven(String what, @Nullable Object argument) {
        if (argument == null) {
            throw new InvalidGraphException(
                    "[TSP-1215] Cannot make changelog of state: an argument is null, argument="
                            + what
                            + ". Pass the results of a t-graph, one of its states, the type of the"
                            + " rows, and a function that makes a row of a key and its value.");
        }
    }
}
