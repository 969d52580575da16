/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.CompiledProgram;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.InterruptedRun;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import static io.tspoon.testing.InterruptedRun.BEFORE_END;
import static io.tspoon.testing.InterruptedRun.BEFORE_SAVEPOINT;
import static io.tspoon.testing.InterruptedRun.COUNT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A program whose value type has got a field more goes on from the savepoint and the log of the one
 * before. The two programs are compiled here and run in class loaders of their own, as two job jars
 * would.
 */
class ValueTypeChangeITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int ACCOUNTS = 5;

    /** Of the last account there is nothing in the log: its value comes from the savepoint. */
    private static final int LOGGED_ACCOUNTS = 4;

    /** How the class of the values is written, before it gains fields and after. */
    private enum Shape {
        POJO(
                """
                package program;
                public class Account {
                    public long sum;
                    public long sum() { return sum; }
                    public static Account of(long sum) {
                        Account account = new Account();
                        account.sum = sum;
                        return account;
                    }
                }
                """,
                """
                package program;
                public class Account {
                    public long sum;
                    public String note = "default";
                    public long writes = 10;
                    public long sum() { return sum; }
                    public String note() { return note; }
                    public long writes() { return writes; }
                    public static Account of(long sum, String note, long writes) {
                        Account account = new Account();
                        account.sum = sum;
                        account.note = note;
                        account.writes = writes;
                        return account;
                    }
                }
                """),
        RECORD(
                """
                package program;
                public record Account(long sum) {
                    public static Account of(long sum) { return new Account(sum); }
                }
                """,
                """
                package program;
                public record Account(long sum, String note, long writes) {
                    public static Account of(long sum, String note, long writes) {
                        return new Account(sum, note, writes);
                    }
                }
                """);

        private final String before;
        private final String after;

        Shape(String before, String after) {
            this.before = before;
            this.after = after;
        }

        /** The new fields after so many writes. Before the first, a POJO has its defaults. */
        private String note(int writes) {
            return switch (this) {
                case POJO -> " again" + (10 + writes);
                case RECORD -> (writes == 1 ? " first" : " again") + writes;
            };
        }
    }

    private static final String PROGRAM =
            """
            package program;
            import io.tspoon.api.*;
            import io.tspoon.transaction.TransactionResult;
            import org.apache.flink.streaming.api.datastream.DataStream;
            import java.util.function.BiFunction;
            public class Program implements BiFunction<
                    TransactionalGraph, DataStream<Long>, DataStream<TransactionResult<String>>> {
                static final StateSpec<Long, Account> STATE =
                        StateSpec.named("accounts", Long.class, Account.class)
                                .initialValue(Account.of(0%s));
                public DataStream<TransactionResult<String>> apply(
                        TransactionalGraph graph, DataStream<Long> numbers) {
                    return graph.openTransaction(numbers, number -> Long.toString(number))
                            .keyBy(number -> number %% (number / 200 == 1 ? 4 : 5))
                            .update(STATE,
                                    (account, number) -> Account.of(account.sum() + number%s),
                                    (account, number) -> account.sum() + %s, String.class)
                            .closeTransaction();
                }
            }
            """;

    @TempDir Path directory;

    private InterruptedRun runs;

    @BeforeEach
    void placeRuns(@InjectMiniCluster MiniCluster cluster) {
        runs = new InterruptedRun(cluster, directory);
    }

    @ParameterizedTest(name = "{0}, {1}, parallelism 2 to {2}")
    @CsvSource({"HEAP, POJO, 1", "ROCKSDB, RECORD, 2"})
    void valuesOfTheOldTypeAreUnderstood(Backend backend, Shape shape, int parallelism)
            throws Exception {
        CompiledProgram before = compile("before", shape.before, "", "", "\"\"");
        CompiledProgram after =
                compile(
                        "after",
                        shape.after,
                        ", \"initial\", 10",
                        ", account.note() == null ? \"first\" : \"again\", account.writes() + 1",
                        "\" \" + account.note() + account.writes()");

        JobClient job = start(before, InterruptedRun.environment(backend, 2, null), "before");
        String savepoint = runs.interrupt(job, "before");
        start(after, InterruptedRun.environment(backend, parallelism, savepoint), "after")
                .getJobExecutionResult()
                .get();

        check(shape, Tap.passed(runs.tap("before")), Tap.passed(runs.tap("after")));
    }

    private static void check(
            Shape shape,
            List<TransactionResult<String>> before,
            List<TransactionResult<String>> after) {
        Map<String, TransactionResult<String>> all = new HashMap<>();
        before.forEach(result -> all.put(result.key(), result));
        int repeated = 0;
        for (TransactionResult<String> result : after) {
            TransactionResult<String> known = all.putIfAbsent(result.key(), result);
            if (known != null) {
                assertThat(result.timestamp()).isEqualTo(known.timestamp());
                assertThat(result.emitted()).isEqualTo(known.emitted());
                repeated++;
            }
        }
        assertThat(repeated).isEqualTo(BEFORE_END - BEFORE_SAVEPOINT);
        assertThat(all).hasSize(COUNT);
        for (int account = 0; account < ACCOUNTS; account++) {
            checkAccount(shape, account, all);
        }
    }

    /** Sums go on over the change; new fields of a record are null and 0 until they are written. */
    private static void checkAccount(
            Shape shape, int account, Map<String, TransactionResult<String>> all) {
        List<TransactionResult<String>> ordered =
                all.values().stream()
                        .filter(result -> account(Long.parseLong(result.key())) == account)
                        .sorted((a, b) -> a.timestamp().compareTo(b.timestamp()))
                        .toList();
        long sum = 0;
        int written = 0;
        for (TransactionResult<String> result : ordered) {
            sum += Long.parseLong(result.key());
            boolean isOld = Long.parseLong(result.key()) < BEFORE_END;
            written += isOld ? 0 : 1;
            String note = isOld ? "" : shape.note(written);
            assertThat(result.emitted()).containsExactly(sum + note);
        }
    }

    /** As in the programs. */
    private static long account(long number) {
        boolean isLogged = BEFORE_SAVEPOINT <= number && number < BEFORE_END;
        return number % (isLogged ? LOGGED_ACCOUNTS : ACCOUNTS);
    }

    // ------------------------------------------------------------------ the two programs

    private CompiledProgram compile(
            String name, String type, String initial, String write, String show) throws Exception {
        return CompiledProgram.of(
                directory.resolve(name),
                Map.of("Account", type, "Program", PROGRAM.formatted(initial, write, show)));
    }

    private JobClient start(
            CompiledProgram program, StreamExecutionEnvironment environment, String tap)
            throws Exception {
        return program
                .<BiFunction<
                                TransactionalGraph,
                                DataStream<Long>,
                                DataStream<TransactionResult<String>>>>
                        start(
                                environment,
                                description ->
                                        Tap.open(
                                                description.apply(
                                                        runs.graph("sums"),
                                                        runs.numbers(environment)),
                                                runs.tap(tap)));
    }
}
