/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.Role;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.log.ForwardingLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** A transaction that is too large for the log is aborted with the bound; the job goes on. */
class LargeTransactionsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int LIMIT = 4 << 20;
    private static final String TEXT = "x".repeat(10_000);

    private static final StateSpec<Long, String> TEXTS =
            StateSpec.named("texts", Long.class, String.class);

    @TempDir Path directory;

    /** A log that takes less than others. */
    private static final class SmallLog extends ForwardingLog {
        private static final long serialVersionUID = 1L;

        SmallLog(WriteAheadLog log) {
            super(log);
        }

        @Override
        public int maxTransactionBytes() {
            return LIMIT;
        }
    }

    /**
     * @param emits whether the text of each key is also an element
     * @param keys of the transactions that are too large
     */
    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, 1, false, 600", // decided where it is
        "LOCK_BASED, 1, true, 300",
        "TIMESTAMP_BASED, 2, false, 600", // each half of it would fit
        "TIMESTAMP_BASED, 2, true, 300",
        "LOCK_BASED, 2, true, 5000" // each half alone is too large
    })
    void transactionThatDoesNotFitIntoTheLogIsAborted(
            ConcurrencyControl control, int parallelism, boolean emits, long keys)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);

        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("texts")
                                .concurrencyControl(control)
                                .writeAheadLog(
                                        new SmallLog(new FileLog(directory.toUri().toString())))
                                .openTransaction(
                                        environment.fromData(3L, keys, 100L, keys, 4L),
                                        count -> Long.toString(count))
                                .flatMap(
                                        count -> LongStream.range(0, count).boxed().toList(),
                                        Long.class)
                                .keyBy(key -> key)
                                .apply(
                                        TEXTS,
                                        (text, key, transaction) -> {
                                            text.set(TEXT);
                                            if (emits) {
                                                transaction.emit(TEXT);
                                            }
                                        },
                                        String.class)
                                .closeTransaction());

        assertThat(results)
                .filteredOn(TransactionResult::isCommitted)
                .extracting(TransactionResult::key)
                .containsExactlyInAnyOrder("3", "100", "4");
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .hasSize(2)
                .allSatisfy(
                        result -> {
                            assertThat(result.key()).isEqualTo(Long.toString(keys));
                            assertThat(result.updates()).isEmpty();
                            assertThat(result.emitted()).isEmpty();
                            assertThat(result.reasons())
                                    .isNotEmpty()
                                    .allSatisfy(LargeTransactionsITCase::checkReason);
                        });
    }

    /** Although many functions may send their results together. */
    @ParameterizedTest
    @ForAnyShape
    void onlyFunctionOfSeveralKeysThatIsTooLargeByItselfIsAborted(ConcurrencyControl control)
            throws Exception {
        Role<Long, String> key = Role.update("key", TEXTS, number -> number);

        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("texts")
                                .concurrencyControl(control)
                                .writeAheadLog(
                                        new SmallLog(new FileLog(directory.toUri().toString())))
                                .openTransaction(
                                        EmbeddedFlink.environment(1).fromSequence(1, 100),
                                        number -> Long.toString(number))
                                .transact(
                                        List.of(key),
                                        (number, at, transaction) -> {
                                            at.set(key, "written");
                                            for (int i = 0; i < (number == 50 ? 600 : 20); i++) {
                                                transaction.emit(TEXT);
                                            }
                                        },
                                        String.class)
                                .closeTransaction());

        assertThat(results).hasSize(100);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .singleElement()
                .satisfies(
                        result -> {
                            assertThat(result.key()).isEqualTo("50");
                            assertThat(result.reasons())
                                    .allSatisfy(LargeTransactionsITCase::checkReason);
                        });
    }

    private static void checkReason(AbortReason reason) {
        assertThat(reason.kind()).isEqualTo(AbortReason.Kind.BOUND);
        assertThat(reason.rule()).isEqualTo("transaction is too large");
        assertThat(reason.detail()).isEqualTo("limitBytes=" + LIMIT);
    }
}
