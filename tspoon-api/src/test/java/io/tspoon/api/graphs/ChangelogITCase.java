/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.ChangelogInput;
import io.tspoon.api.RowChange;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows of a changelog count as the program says, however often they change. */
class ChangelogITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final TypeInformation<Row> AMOUNT_OF =
            Types.ROW_NAMED(new String[] {"owner", "amount"}, Types.STRING, Types.LONG);

    private static final StateSpec<String, Long> TOTAL =
            StateSpec.named("total", String.class, Long.class).initialValue(0L);
    private static final StateSpec<String, Long> LAST =
            StateSpec.named("last", String.class, Long.class);

    private static final Schema BY_OWNER =
            Schema.newBuilder()
                    .column("owner", DataTypes.STRING().notNull())
                    .column("amount", DataTypes.BIGINT())
                    .primaryKey("owner")
                    .build();

    private static final int OWNERS = 20;
    private static final int ORDERS = 2_000;

    @TempDir Path directory;

    // ------------------------------------------------------------------ tables

    /** +I 30, -U 30, +U 35 are 35 in the end, and the total of all owners is that of all orders. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void retractionsOfATableAddUp(int parallelism) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        DataStream<Row> sums = tables.toChangelogStream(sumsByOwner(environment, tables));

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("totals")
                                .returnInputs(ReturnedInputs.ALL)
                                .openTransaction(ChangelogInput.retractions(sums))
                                .keyBy(change -> "all")
                                .update(TOTAL, ChangelogITCase::add)
                                .closeTransaction());

        assertThat(results).hasSize(2 * ORDERS - OWNERS).allMatch(TransactionResult::isCommitted);
        assertThat(results)
                .extracting(result -> result.input(RowChange.class).sign())
                .containsOnly(1L, -1L);
        assertThat(last(results, TOTAL)).containsExactly(Map.entry("all", total()));
    }

    @Test
    void lastUpsertOfATableCounts() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        DataStream<Row> sums =
                tables.toChangelogStream(
                        sumsByOwner(environment, tables), BY_OWNER, ChangelogMode.upsert());

        List<TransactionResult<Long>> results = lastOf(ChangelogInput.upserts(sums, owner()));

        assertThat(results).hasSize(ORDERS);
        Map<String, Long> last = last(results, LAST);
        assertThat(last).hasSize(OWNERS);
        assertThat(last.values().stream().mapToLong(value -> value).sum()).isEqualTo(total());
    }

    /** A -U alone is all that tells that a row is not in the table any more, in this mode, too. */
    @Test
    void rowThatLeavesTheTableIsDeleted() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        tables.createTemporaryView("sums", sumsByOwner(environment, tables));
        long limit = total() / OWNERS;
        Table few = tables.sqlQuery("SELECT * FROM sums WHERE amount < " + limit);

        List<TransactionResult<Long>> results =
                lastOf(
                        ChangelogInput.upserts(
                                tables.toChangelogStream(few, BY_OWNER, ChangelogMode.upsert()),
                                owner()));

        Map<String, Long> expected = new HashMap<>();
        for (long number = 1; number <= ORDERS; number++) {
            expected.merge("o" + number % OWNERS, number, Long::sum);
        }
        expected.replaceAll((owner, sum) -> sum < limit ? sum : null);
        assertThat(expected).containsValue(null);
        assertThat(last(results, LAST)).isEqualTo(expected);
    }

    private static Table sumsByOwner(
            StreamExecutionEnvironment environment, StreamTableEnvironment tables) {
        DataStream<Row> orders =
                environment
                        .fromSequence(1, ORDERS) // none of 0, which changes no sum
                        .map(number -> Row.of("o" + number % OWNERS, number))
                        .returns(AMOUNT_OF);
        tables.createTemporaryView("orders", tables.fromDataStream(orders));
        return tables.sqlQuery("SELECT owner, SUM(amount) AS amount FROM orders GROUP BY owner");
    }

    private static long total() {
        return ORDERS * (ORDERS + 1L) / 2;
    }

    // ------------------------------------------------------------------ rows

    /**
     * Each owner gets many rows, in order, and the ones with even numbers are deleted in the end.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "log", "log, one subtask"})
    void lastRowOfAKeyCounts(String log) throws Exception {
        TransactionalGraph graph = TransactionalGraph.named("last");
        if (!log.isEmpty()) {
            graph.writeAheadLog(new FileLog(directory.toUri().toString()));
        }
        DataStream<Row> rows = rows(log.contains("one") ? 1 : 2);

        List<TransactionResult<Long>> results =
                lastOf(graph, ChangelogInput.upserts(rows, owner()).ignoringUpdateBefore());

        Map<String, Long> expected = new HashMap<>();
        for (int owner = 0; owner < OWNERS; owner++) {
            expected.put("o" + owner, owner % 2 == 0 ? null : 50L);
        }
        assertThat(results).hasSize(OWNERS * 51 + OWNERS / 2);
        assertThat(last(results, LAST)).isEqualTo(expected);
    }

    @Test
    void deletedRowsStayIfDeletesAreIgnored() throws Exception {
        List<TransactionResult<Long>> results =
                lastOf(ChangelogInput.upserts(rows(2), owner()).ignoringDeletes());

        assertThat(results).as("old rows of updates, too").hasSize(OWNERS * 101);
        assertThat(last(results, LAST)).hasSize(OWNERS);
        assertThat(last(results, LAST).values()).containsOnly(50L);
    }

    @Test
    void onlyUpsertsCanDoWithoutOldRows() {
        assertThatThrownBy(() -> ChangelogInput.retractions(rows(1)).ignoringUpdateBefore())
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("what an update takes back would count for ever");
    }

    @Test
    void rowsThatAreOnlyInsertedAreReadAsTheyAre() throws Exception {
        DataStream<Row> inserts = rows(2).filter(row -> row.getKind() == RowKind.INSERT);

        List<TransactionResult<Row>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("inserts")
                                .openTransaction(
                                        ChangelogInput.insertOnly(inserts),
                                        row -> row.<String>getFieldAs("owner"))
                                .closeTransaction());

        assertThat(results).hasSize(OWNERS);
        assertThat(results)
                .allSatisfy(
                        result -> {
                            Row row = result.emitted().get(0);
                            assertThat(row.<String>getFieldAs("owner")).isEqualTo(result.key());
                            assertThat(row.<Long>getFieldAs("amount")).isZero();
                        });
    }

    @Test
    void otherRowsThanInsertionsFailTheJobIfNoneWereToCome() {
        Configuration once = new Configuration();
        once.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        DataStream<Row> rows = rows(1);
        rows.getExecutionEnvironment().configure(once);
        DataStream<TransactionResult<Row>> results =
                TransactionalGraph.named("inserts")
                        .openTransaction(ChangelogInput.insertOnly(rows))
                        .closeTransaction();

        assertThatThrownBy(() -> EmbeddedFlink.collect(results))
                .hasStackTraceContaining(
                        "Cannot read row: the stream was said to have insertions only, kind=-U,"
                                + " row=-U[o0, 0]. Open the t-graph with"
                                + " ChangelogInput.upserts(rows, key)");
    }

    private static DataStream<Row> rows(int parallelism) {
        return EmbeddedFlink.environment(parallelism)
                .fromSequence(0, OWNERS - 1)
                .<Row>flatMap(
                        (number, out) -> {
                            String owner = "o" + number;
                            out.collect(Row.ofKind(RowKind.INSERT, owner, 0L));
                            for (long amount = 1; amount <= 50; amount++) {
                                out.collect(Row.ofKind(RowKind.UPDATE_BEFORE, owner, amount - 1));
                                out.collect(Row.ofKind(RowKind.UPDATE_AFTER, owner, amount));
                            }
                            if (number % 2 == 0) {
                                out.collect(Row.ofKind(RowKind.DELETE, owner, 50L));
                            }
                        })
                .returns(AMOUNT_OF);
    }

    // ------------------------------------------------------------------ what is done with them

    private static long add(long sum, RowChange change) {
        return sum + change.sign() * change.row().<Long>getFieldAs("amount");
    }

    private static KeySelector<Row, String> owner() {
        return row -> row.getFieldAs("owner");
    }

    private static List<TransactionResult<Long>> lastOf(ChangelogInput<RowChange> input)
            throws Exception {
        return lastOf(TransactionalGraph.named("last"), input);
    }

    private static List<TransactionResult<Long>> lastOf(
            TransactionalGraph graph, ChangelogInput<RowChange> input) throws Exception {
        return EmbeddedFlink.collect(
                graph.isolation(IsolationLevel.PL4)
                        .parallelism(3) // so that Flink would deal the rows out
                        .openTransaction(input)
                        .keyBy(change -> change.row().<String>getFieldAs("owner"))
                        .apply(
                                LAST,
                                (last, change, transaction) -> {
                                    if (change.added()) {
                                        last.set(change.row().<Long>getFieldAs("amount"));
                                    } else {
                                        last.delete();
                                    }
                                },
                                Long.class)
                        .closeTransaction());
    }

    /** The last value of each key, in the order of the transactions. */
    private static Map<String, Long> last(
            List<TransactionResult<Long>> results, StateSpec<String, Long> state) {
        List<TransactionResult<Long>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        Map<String, Long> last = new HashMap<>();
        ordered.forEach(result -> last.putAll(state.updatesIn(result)));
        return last;
    }
}
