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
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;

import static io.tspoon.testing.InterruptedRun.COUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A program whose keys have got another hash code, as by a newer library, commits nothing on the
 * savepoint and the log of the one before. That one goes on from both.
 */
class KeyHashChangeITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int ACCOUNTS = 5;

    private static final String ACCOUNT =
            """
            package program;
            public class Account {
                public long number;
                public boolean equals(Object other) {
                    return other instanceof Account that && number == that.number;
                }
                public int hashCode() {
                    return %s;
                }
                public String toString() {
                    return "account " + number;
                }
            }
            """;

    private static final String PROGRAM =
            """
            package program;
            import io.tspoon.api.*;
            import io.tspoon.transaction.TransactionResult;
            import org.apache.flink.streaming.api.datastream.DataStream;
            import java.util.function.BiFunction;
            public class Program implements BiFunction<
                    TransactionalGraph, DataStream<Long>, DataStream<TransactionResult<Long>>> {
                static final StateSpec<Account, Long> SUMS =
                        StateSpec.named("sums", Account.class, Long.class).initialValue(0L);
                static Account account(long number) {
                    Account account = new Account();
                    account.number = number % 5;
                    return account;
                }
                public DataStream<TransactionResult<Long>> apply(
                        TransactionalGraph graph, DataStream<Long> numbers) {
                    return graph.openTransaction(numbers, number -> Long.toString(number))
                            .keyBy(Program::account, Account.class)
                            .update(SUMS, Long::sum)
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

    @ParameterizedTest
    @EnumSource
    void otherHashCodesAreRefusedAndTheFormerOnesGoOn(Backend backend) throws Exception {
        CompiledProgram former = compile("former", "Long.hashCode(number)");
        CompiledProgram other = compile("other", "~Long.hashCode(number)");

        JobClient first = start(former, backend, null, "first");
        String savepoint = runs.interrupt(first, "first");

        JobClient refused = start(other, backend, savepoint, "refused");
        assertThatThrownBy(() -> refused.getJobExecutionResult().get())
                .hasStackTraceContaining("Cannot restore state: a key has another hash code")
                .hasStackTraceContaining("state=sums, keyType=")
                .hasStackTraceContaining(", key=account ");
        assertThat(Tap.passed(runs.tap("refused"))).isEmpty();

        start(former, backend, savepoint, "last").getJobExecutionResult().get();
        checkSums();
    }

    /** Each account's last value is the sum of all of its numbers. */
    private void checkSums() {
        long[] highest = new long[ACCOUNTS];
        for (String tap : new String[] {"first", "last"}) {
            for (TransactionResult<Long> result :
                    Tap.<TransactionResult<Long>>passed(runs.tap(tap))) {
                int account = (int) (Long.parseLong(result.key()) % ACCOUNTS);
                highest[account] = Math.max(highest[account], result.emitted().get(0));
            }
        }
        for (int account = 0; account < ACCOUNTS; account++) {
            long sum = 0;
            for (long number = account; number < COUNT; number += ACCOUNTS) {
                sum += number;
            }
            assertThat(highest[account]).isEqualTo(sum);
        }
    }

    private CompiledProgram compile(String name, String hashCode) throws Exception {
        return CompiledProgram.of(
                directory.resolve(name),
                Map.of("Account", ACCOUNT.formatted(hashCode), "Program", PROGRAM));
    }

    private JobClient start(CompiledProgram program, Backend backend, String savepoint, String tap)
            throws Exception {
        StreamExecutionEnvironment environment = InterruptedRun.environment(backend, 2, savepoint);
        return program
                .<BiFunction<
                                TransactionalGraph,
                                DataStream<Long>,
                                DataStream<TransactionResult<Long>>>>
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
