/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Transfer;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Tasks fail every few thousand elements, checkpoints come every 100 ms: nothing lost or twice. */
class RecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 60_000;
    private static final int ACCOUNTS = 200;

    @ParameterizedTest(name = "{0} {1}, parallelism {2}, {3}")
    @CsvSource({
        "PL3, TIMESTAMP_BASED, 1, HEAP",
        "PL3, TIMESTAMP_BASED, 2, HEAP",
        "PL3, TIMESTAMP_BASED, 2, ROCKSDB",
        "PL3, LOCK_BASED, 2, HEAP",
        "PL3, LOCK_BASED, 4, ROCKSDB",
        "PL4, TIMESTAMP_BASED, 4, HEAP",
        "PL4, LOCK_BASED, 2, ROCKSDB",
        "PL4, DETERMINISTIC, 2, HEAP",
        "PL4, DETERMINISTIC, 4, ROCKSDB",
    })
    void everyTransferIsSettledExactlyOnce(
            IsolationLevel level, ConcurrencyControl control, int parallelism, Backend backend)
            throws Exception {
        String test = level + "-" + control + "-" + parallelism + "-" + backend;
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        parallelism, backend, EmbeddedFlink.recovering(Duration.ofMillis(100)));
        Faults<Transfer> before = new Faults<>(test + "-before", 9_000, 3);
        Faults<Movement> inside = new Faults<>(test + "-inside", 25_000, 3);
        Faults<TransactionResult<Long>> after = new Faults<>(test + "-after", 11_000, 3);
        DataStream<Transfer> transfers =
                Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS).map(before);
        DataStream<TransactionResult<Long>> settled =
                TransactionalGraph.named("bank")
                        .isolation(level)
                        .concurrencyControl(control)
                        .openTransaction(transfers, Transfer::key)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(
                                Bank.BALANCE,
                                (balance, movement) -> {
                                    inside.pass();
                                    return balance + movement.amount();
                                })
                        .closeTransaction();

        ExactlyOnceSink.collect(settled.map(after).returns(settled.getType()), test);
        environment.execute();

        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);

        Bank.checkComplete(all, 0, TRANSFERS);
        Map<Integer, Long> balances = Bank.replay(all, Map.of(), ACCOUNTS);
        Bank.checkConserved(balances);
        if (level == IsolationLevel.PL4) {
            Workload.checkEntryOrder(all, Numbers.parts(TRANSFERS, parallelism));
        }
        assertThat(Faults.failures(test + "-before")).isEqualTo(3);
        assertThat(Faults.failures(test + "-inside")).isEqualTo(3);
        assertThat(Faults.failures(test + "-after")).isEqualTo(3);
    }
}
