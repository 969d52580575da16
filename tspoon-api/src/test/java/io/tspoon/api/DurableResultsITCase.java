/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Movement;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With a write-ahead log, every result that anybody has seen before a failure is the same
 * afterwards, whether a checkpoint was taken since or not.
 */
class DurableResultsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 12_000;
    private static final int ACCOUNTS = 200;

    /** At each of three places. */
    private static final int FAILURES = 1;

    @TempDir Path directory;

    @ParameterizedTest(name = "{0} {1}, parallelism {2}, {3}, checkpoints every {4} ms, keys {5}")
    @CsvSource({
        "PL3, TIMESTAMP_BASED, 1, HEAP, 100, true",
        "PL3, TIMESTAMP_BASED, 4, ROCKSDB, 100, true",
        "PL3, LOCK_BASED, 4, HEAP, 3600000, true",
        "PL2, LOCK_BASED, 2, HEAP, 100, true",
        "PL4, TIMESTAMP_BASED, 4, HEAP, 100, true",
        "PL4, LOCK_BASED, 2, ROCKSDB, 100, true",
        "PL3, TIMESTAMP_BASED, 2, HEAP, 100, false",
        "PL3, LOCK_BASED, 1, HEAP, 3600000, false",
        "PL4, TIMESTAMP_BASED, 2, HEAP, 100, false",
    })
    void whatWasSeenStays(
            IsolationLevel level,
            ConcurrencyControl control,
            int parallelism,
            Backend backend,
            int checkpointMs,
            boolean keyed)
            throws Exception {
        String test =
                String.join(
                        "-",
                        "durable",
                        level.name(),
                        control.name(),
                        backend.name(),
                        String.valueOf(parallelism),
                        String.valueOf(checkpointMs),
                        String.valueOf(keyed));
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, recovering);
        Faults<Transfer> before = new Faults<>(test + "-before", 3_000, FAILURES);
        Faults<Movement> inside = new Faults<>(test + "-inside", 8_000, FAILURES);
        Faults<TransactionResult<Long>> after = new Faults<>(test + "-after", 3_500, FAILURES);
        DataStream<Transfer> transfers =
                Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS).map(before);
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .isolation(level)
                        .concurrencyControl(control)
                        .writeAheadLog(new FileLog(directory.toUri().toString()));
        TransactionalStream<Transfer> opened =
                keyed
                        ? graph.openTransaction(transfers, Transfer::key)
                        : graph.openTransaction(transfers);
        DataStream<TransactionResult<Long>> settled =
                opened.flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(
                                Bank.BALANCE,
                                (balance, movement) -> {
                                    inside.pass();
                                    return balance + movement.amount();
                                })
                        .closeTransaction();

        Tap.open(settled, test);
        ExactlyOnceSink.collect(settled.map(after).returns(settled.getType()), test);
        environment.execute();

        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);
        List<TransactionResult<Long>> seen = Tap.passed(test);
        SeenResults.checkStay(seen, all);
        assertThat(seen).hasSizeGreaterThanOrEqualTo(all.size());
        assertThat(all).hasSize(TRANSFERS);
        if (keyed) {
            Bank.checkComplete(all, 0, TRANSFERS);
            Bank.checkConserved(Bank.replay(all, Map.of(), ACCOUNTS));
        }
        if (level == IsolationLevel.PL4) {
            Workload.checkEntryOrder(all);
        }
        assertThat(Faults.failures(test + "-before")).isEqualTo(FAILURES);
        assertThat(Faults.failures(test + "-inside")).isEqualTo(FAILURES);
        assertThat(Faults.failures(test + "-after")).isEqualTo(FAILURES);
    }
}
