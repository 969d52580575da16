/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Strong recovery without a log: at PL4, from one source, functions that depend on nothing else say
 * of what is executed again what they have said before. Only ids may be others.
 */
class RepeatedOutcomesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 40_000;

    /** So few that most transfers compete with one that is under way, and many abort. */
    private static final int ACCOUNTS = 30;

    /** What a result says, whatever its id. */
    private record Said(
            Outcome outcome,
            List<AbortReason> reasons,
            Set<StateUpdate> updates,
            Set<Long> emitted) {
        static Said of(TransactionResult<Long> result) {
            return new Said(
                    result.outcome(),
                    result.reasons(),
                    Set.copyOf(result.updates()),
                    Set.copyOf(result.emitted()));
        }
    }

    @ParameterizedTest(name = "{0}, parallelism {1}, {2}")
    @CsvSource({
        "TIMESTAMP_BASED, 1, ROCKSDB",
        "TIMESTAMP_BASED, 4, HEAP",
        "LOCK_BASED, 4, ROCKSDB",
        "DETERMINISTIC, 4, HEAP"
    })
    void whatIsExecutedAgainHasTheOutcomeThatWasShown(
            ConcurrencyControl control, int parallelism, Backend backend) throws Exception {
        String test = "repeated-" + control + "-" + parallelism;
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        parallelism, backend, EmbeddedFlink.recovering(Duration.ofMillis(100)));
        DataStream<Transfer> transfers =
                environment
                        .fromSequence(0, TRANSFERS - 1)
                        .setParallelism(1)
                        .map(number -> Transfer.numbered(number, ACCOUNTS, 42))
                        .returns(Transfer.class)
                        .setParallelism(1);
        DataStream<TransactionResult<Long>> results =
                Tap.through(
                        Bank.settle(
                                TransactionalGraph.named("bank")
                                        .isolation(IsolationLevel.PL4)
                                        .concurrencyControl(control),
                                transfers,
                                Bank.BALANCE),
                        test);
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, 11_000, 3)).returns(results.getType()), test);

        environment.execute();

        List<TransactionResult<Long>> kept = ExactlyOnceSink.received(test);
        Bank.checkComplete(kept, 0, TRANSFERS);
        Bank.replay(kept, Map.of(), ACCOUNTS);
        List<TransactionResult<Long>> shown = Tap.passed(test);
        assertThat(shown).as("some are executed again").hasSizeGreaterThan(TRANSFERS);
        Map<String, Said> first = new HashMap<>();
        for (TransactionResult<Long> result : shown) {
            Said said = Said.of(result);
            assertThat(said).isEqualTo(first.computeIfAbsent(result.key(), key -> said));
        }
        assertThat(Faults.failures(test)).isEqualTo(3);
    }
}
