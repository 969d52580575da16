/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.tables;

import io.tspoon.api.ChangelogOutput;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What docs/table-api.md says holds, and what it shows stands between the markers below. */
class TablePageITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final Path SOURCE =
            Path.of("src/test/java/io/tspoon/api/tables/TablePageITCase.java");
    private static final Path PAGE = Path.of("../docs/table-api.md");

    private static final int PARALLELISM = 3;
    private static final int TRANSFERS = 6_000;
    private static final int ACCOUNTS = 5;

    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class).initialValue(0L);

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
    private final StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    private final String test = UUID.randomUUID().toString();

    public record Movement(String account, long amount) {}

    // ------------------------------------------------------------------ what the page shows

    // Input example begins
    public record Transfer(String id, String from, String to, long amount) {
        List<Movement> movements() {
            return List.of(new Movement(from, -amount), new Movement(to, amount));
        }
    }

    static DataStream<Transfer> transfers(StreamTableEnvironment tables) {
        Table orders =
                tables.sqlQuery("SELECT id, payer AS `from`, payee AS `to`, amount FROM orders");
        return tables.toDataStream(orders, Transfer.class);
    }

    // Input example ends

    // Results example begins
    public record Settled(String id, boolean committed, String reasons) {
        static Settled of(TransactionResult<?> result) {
            return new Settled(result.key(), result.isCommitted(), result.reasons().toString());
        }
    }

    static Table settledPerMinute(
            StreamTableEnvironment tables, DataStream<TransactionResult<Long>> results) {
        tables.createTemporaryView(
                "settled",
                results.map(Settled::of),
                Schema.newBuilder()
                        .columnByMetadata("rowtime", DataTypes.TIMESTAMP_LTZ(3))
                        .watermark("rowtime", "SOURCE_WATERMARK()")
                        .build());
        return tables.sqlQuery(
                """
                SELECT window_start, committed, COUNT(*) AS transfers
                FROM TABLE(TUMBLE(TABLE settled, DESCRIPTOR(rowtime), INTERVAL '1' MINUTE))
                GROUP BY window_start, window_end, committed
                """);
    }

    // Results example ends

    // Changelog example begins
    static Table balances(
            StreamTableEnvironment tables, DataStream<TransactionResult<Long>> results) {
        DataStream<Row> changes =
                ChangelogOutput.named("balances", results, BALANCE)
                        .rows(
                                Types.ROW_NAMED(
                                        new String[] {"account", "balance"},
                                        Types.STRING,
                                        Types.LONG),
                                (account, balance) -> Row.of(account, balance));
        return tables.fromChangelogStream(changes);
    }

    // Changelog example ends

    // Query example begins
    public record Change(String account, @Nullable Long balance, long place) {
        static List<Change> of(TransactionResult<?> result) {
            return BALANCE.updatesIn(result).entrySet().stream()
                    .map(e -> new Change(e.getKey(), e.getValue(), result.timestamp().value()))
                    .toList();
        }
    }

    static Table balancesBySql(
            StreamTableEnvironment tables, DataStream<TransactionResult<Long>> results) {
        tables.createTemporaryView(
                "changes",
                results.<Change>flatMap((result, out) -> Change.of(result).forEach(out::collect))
                        .returns(Change.class));
        return tables.sqlQuery(
                """
                SELECT account, balance
                FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY account ORDER BY place DESC) AS n
                      FROM changes)
                WHERE n = 1 AND balance IS NOT NULL
                """);
    }

    // Query example ends

    // Decimal example begins
    public record Payment(String id, @DataTypeHint("DECIMAL(20, 2)") BigDecimal amount) {}

    // Decimal example ends

    @ParameterizedTest
    @CsvSource({
        "Input, ## A table as input",
        "Results, ## Results as a table",
        "Changelog, ### In one operator",
        "Query, ### In SQL",
        "Decimal, ### Decimals"
    })
    void pageShowsWhatIsCompiled(String example, String heading) throws IOException {
        String compiled =
                between(
                        "    // " + example + " example begins\n",
                        "    // " + example + " example ends\n",
                        Files.readString(SOURCE));
        String section = between(heading + "\n", "\n## ", Files.readString(PAGE) + "\n## ");
        String shown = between("```java\n", "```\n", section);

        assertThat(shown.stripTrailing()).isEqualTo(compiled.stripTrailing().stripIndent());
    }

    private static String between(String begin, String end, String text) {
        int from = text.indexOf(begin);
        assertThat(from).as("place of %s", begin.strip()).isNotNegative();
        int to = text.indexOf(end, from + begin.length());
        assertThat(to).as("place of %s", end.strip()).isNotNegative();
        return text.substring(from + begin.length(), to);
    }

    // ------------------------------------------------------------------ states and results

    /** From a table through a t-graph at PL3 to tables, which are as if all had run one by one. */
    @Test
    void bothTablesOfAStateEndAsASerialRun() throws Exception {
        StreamExecutionEnvironment parallel =
                EmbeddedFlink.environment(
                        PARALLELISM,
                        Backend.HEAP,
                        EmbeddedFlink.recovering(Duration.ofMillis(100)));
        StreamTableEnvironment sql = StreamTableEnvironment.create(parallel);
        sql.createTemporaryView("orders", orders(parallel));
        DataStream<TransactionResult<Long>> settled = settle(transfers(sql));
        DataStream<TransactionResult<Long>> results =
                settled.map(new Faults<>(test, TRANSFERS / 2, 1)).returns(settled.getType());

        ExactlyOnceSink.collect(
                results.map(result -> new Place(result.key(), result.timestamp().value())),
                test + "places");
        ExactlyOnceSink.collect(sql.toChangelogStream(balances(sql, results)), test + "operator");
        ExactlyOnceSink.collect(sql.toChangelogStream(balancesBySql(sql, results)), test + "query");
        parallel.execute();

        assertThat(Faults.failures(test)).isEqualTo(1);
        List<Place> places = ExactlyOnceSink.received(test + "places");
        assertThat(places).hasSize(TRANSFERS);
        Map<String, Long> expected = serialRun(places);
        assertThat(applied(ExactlyOnceSink.received(test + "operator"))).isEqualTo(expected);
        assertThat(applied(ExactlyOnceSink.received(test + "query"))).isEqualTo(expected);
    }

    /** Where a transfer is in the serial order. */
    public record Place(String id, long timestamp) {}

    /** An amount of 0 deletes both accounts, so that it matters what was last. */
    private static DataStream<TransactionResult<Long>> settle(DataStream<Transfer> transfers) {
        return TransactionalGraph.named("bank")
                .isolation(IsolationLevel.PL3)
                .openTransaction(transfers, Transfer::id)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .apply(
                        BALANCE,
                        (balance, movement, transaction) -> {
                            if (movement.amount() == 0) {
                                balance.delete();
                            } else {
                                balance.set(balance.get() + movement.amount());
                            }
                        },
                        Long.class)
                .closeTransaction();
    }

    private static DataStream<Row> orders(StreamExecutionEnvironment environment) {
        TypeInformation<Row> type =
                Types.ROW_NAMED(
                        new String[] {"amount", "payee", "payer", "id"},
                        Types.LONG,
                        Types.STRING,
                        Types.STRING,
                        Types.STRING);
        return environment
                .fromSequence(0, TRANSFERS - 1)
                .map(
                        number -> {
                            Transfer transfer = transfer(number);
                            return Row.of(
                                    transfer.amount(),
                                    transfer.to(),
                                    transfer.from(),
                                    transfer.id());
                        })
                .returns(type);
    }

    private static Transfer transfer(long number) {
        long from = number % ACCOUNTS;
        long to = (number + 1 + number / ACCOUNTS % (ACCOUNTS - 1)) % ACCOUNTS;
        return new Transfer("t" + number, "a" + from, "a" + to, number % 9);
    }

    private static Map<String, Long> serialRun(List<Place> places) {
        Map<String, Long> balances = new TreeMap<>();
        places.stream()
                .sorted(Comparator.comparing(Place::timestamp))
                .map(place -> transfer(Long.parseLong(place.id().substring(1))))
                .flatMap(transfer -> transfer.movements().stream())
                .forEach(
                        movement -> {
                            if (movement.amount() == 0) {
                                balances.remove(movement.account());
                            } else {
                                balances.merge(movement.account(), movement.amount(), Long::sum);
                            }
                        });
        return balances;
    }

    private static Map<String, Long> applied(List<Row> changelog) {
        Map<String, Long> table = new TreeMap<>();
        for (Row row : changelog) {
            if (row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER) {
                table.put(row.getFieldAs(0), row.getFieldAs(1));
            } else {
                table.remove(row.<String>getFieldAs(0));
            }
        }
        return table;
    }

    /** The time of the table is that of the elements, and none of its rows is late. */
    @Test
    void tableGoesOnWithTheTimeOfTheElements() throws Exception {
        environment.setParallelism(2);
        long everyMs = 50;
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new NumberSequenceSource(0, TRANSFERS - 1),
                                WatermarkStrategy.<Long>forGenerator(context -> new AfterEach())
                                        .withTimestampAssigner((n, before) -> n * everyMs),
                                "numbers")
                        .setParallelism(1); // else one instance may be ahead of the other
        DataStream<TransactionResult<Long>> results =
                TransactionalGraph.named("bank")
                        .openTransaction(numbers, number -> "t" + number)
                        .process(
                                (number, transaction, out) -> {
                                    if (number % 7 == 3) {
                                        transaction.abort("refused");
                                    }
                                    out.collect(transfer(number));
                                },
                                Transfer.class)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(BALANCE, (balance, movement) -> balance + movement.amount())
                        .closeTransaction();

        List<Row> windows =
                EmbeddedFlink.collect(tables.toDataStream(settledPerMinute(tables, results)));

        Map<String, Long> expected = new TreeMap<>();
        for (long number = 0; number < TRANSFERS; number++) {
            expected.merge(number * everyMs / 60_000 + " " + (number % 7 != 3), 1L, Long::sum);
        }
        Map<String, Long> counts = new TreeMap<>();
        for (Row window : windows) {
            String minute = "" + window.<LocalDateTime>getFieldAs("window_start").getMinute();
            counts.put(minute + " " + window.getField("committed"), window.getFieldAs("transfers"));
        }
        assertThat(counts).isEqualTo(expected);
        assertThat(windows).hasSize(expected.size());
    }

    private static final class AfterEach implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long number, long timestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(timestamp));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    // ------------------------------------------------------------------ what Flink makes of values

    public record Unbounded(String id, BigDecimal amount) {}

    public record Listed(String id, List<String> tags, Long[] boxed, long[] plain) {}

    /** What the query calls "to" is the payer here, and comes first. */
    @Test
    void columnsGoByPositionIfOneNameIsAnother() throws Exception {
        String values = " FROM (VALUES ('t', 'bob', 'alice', CAST(5 AS BIGINT))) AS t ";
        Table named = tables.sqlQuery("SELECT *" + values + "(id, `to`, `from`, AMOUNT)");
        Table misnamed = tables.sqlQuery("SELECT *" + values + "(id, `to`, `from`, amounts)");
        Table more = tables.sqlQuery("SELECT *, 1" + values + "(id, `to`, `from`, amount)");

        assertThat(EmbeddedFlink.collect(tables.toDataStream(named, Transfer.class)))
                .containsExactly(new Transfer("t", "alice", "bob", 5));
        assertThat(EmbeddedFlink.collect(tables.toDataStream(misnamed, Transfer.class)))
                .containsExactly(new Transfer("t", "bob", "alice", 5));
        assertThatThrownBy(() -> tables.toDataStream(more, Transfer.class))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("Different number of columns");
    }

    @Test
    void decimalsOfAStreamAreRoundedAndBecomeNull() throws Exception {
        Table amounts =
                tables.fromDataStream(
                        environment.fromData(
                                new Unbounded("a", new BigDecimal("1.5")),
                                new Unbounded("b", new BigDecimal("1E-19")),
                                new Unbounded("c", new BigDecimal("1E+20"))));

        assertThat(amounts.getResolvedSchema().getColumnDataTypes())
                .containsExactly(
                        DataTypes.STRING(), DataTypes.DECIMAL(38, 18).bridgedTo(BigDecimal.class));
        assertThat(EmbeddedFlink.collect(tables.toDataStream(amounts)))
                .extracting(row -> row.getField("amount"))
                .containsExactlyInAnyOrder(
                        new BigDecimal("1.500000000000000000"), new BigDecimal("0E-18"), null);
    }

    @Test
    void decimalsOfATableNeedAHint() throws Exception {
        Table amounts =
                tables.sqlQuery(
                        "SELECT * FROM (VALUES ('a', CAST('1.505' AS DECIMAL(30, 3))),"
                                + " ('b', CAST('12345678901234567890' AS DECIMAL(30, 3))))"
                                + " AS t (id, amount)");

        assertThatThrownBy(() -> tables.toDataStream(amounts, Unbounded.class))
                .isInstanceOf(ValidationException.class)
                .hasStackTraceContaining("need fixed precision and scale");
        assertThat(EmbeddedFlink.collect(tables.toDataStream(amounts, Payment.class)))
                .containsExactlyInAnyOrder(
                        new Payment("a", new BigDecimal("1.51")), new Payment("b", null));
    }

    @Test
    void listsAndArraysKeepNullIfTheyMayHaveIt() throws Exception {
        DataStream<Listed> stream =
                environment.fromData(
                        new Listed(
                                "a",
                                Arrays.asList("x", null),
                                new Long[] {1L, null},
                                new long[] {1}));

        Table table = tables.fromDataStream(stream);
        List<Listed> back = EmbeddedFlink.collect(tables.toDataStream(table, Listed.class));

        assertThat(back).hasSize(1);
        assertThat(back.get(0).tags()).containsExactly("x", null);
        assertThat(back.get(0).boxed()).containsExactly(1L, null);
        assertThat(back.get(0).plain()).containsExactly(1);
        assertThat(table.getResolvedSchema().getColumnDataTypes().get(3).getLogicalType())
                .hasToString("ARRAY<BIGINT NOT NULL>");
    }

    @Test
    void nullsThatHaveNoPlaceFailTheJob() {
        Table array =
                tables.sqlQuery(
                        "SELECT 'a' AS id, ARRAY['x'] AS tags, ARRAY[CAST(1 AS BIGINT)] AS boxed,"
                                + " ARRAY[CAST(1 AS BIGINT), NULL] AS plain");
        Table amount =
                tables.sqlQuery(
                        "SELECT 't' AS id, 'a' AS `from`, 'b' AS `to`,"
                                + " NULLIF(CAST(1 AS BIGINT), 1) AS amount");

        assertThatThrownBy(() -> EmbeddedFlink.collect(tables.toDataStream(array, Listed.class)))
                .hasStackTraceContaining("Primitive array must not contain a null value");
        assertThatThrownBy(() -> EmbeddedFlink.collect(tables.toDataStream(amount, Transfer.class)))
                .hasStackTraceContaining("Column 'amount' is NOT NULL");
    }
}
