/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entries;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Ration;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** A state keeps its values when it is accessed in one more place, and when tasks fail. */
class EntriesRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 10_000;
    private static final int BEFORE_STOP = 1_000;
    private static final int PACE = 10_000;
    private static final int ACCOUNTS = 100;
    private static final int FAULT_AT = 3_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @EnumSource
    void savepointFitsWhenAnEntryIsAdded(
            ConcurrencyControl control, @InjectMiniCluster MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment first = EmbeddedFlink.environment(2);
        Tap.open(
                Bank.settle(
                        bank(control),
                        Bank.rationedTransfers(first, TRANSFERS, PACE, ACCOUNTS, test),
                        Bank.BALANCE),
                test + "-one");
        Ration.grant(test, 2 * BEFORE_STOP);
        JobClient job = first.executeAsync();
        Tap.await(test + "-one", BEFORE_STOP, job.getJobExecutionResult());
        String savepoint = new Snapshots(cluster, directory).stop(job);

        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        StreamExecutionEnvironment second = EmbeddedFlink.environment(2, Backend.HEAP, restoring);
        Tap.open(
                settle(
                        bank(control),
                        Bank.rationedTransfers(second, TRANSFERS, PACE, ACCOUNTS, test)),
                test + "-two");
        Ration.open(test);
        second.execute();

        List<TransactionResult<Long>> all = new ArrayList<>(Tap.passed(test + "-one"));
        assertThat(all).hasSizeBetween(BEFORE_STOP, TRANSFERS - 1);
        all.addAll(Tap.passed(test + "-two"));
        check(all);
    }

    @ParameterizedTest
    @ForAnyShape
    void valuesComeOutOfTheLog(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(100)));
        DataStream<TransactionResult<Long>> settled =
                settle(
                        bank(control)
                                .writeAheadLog(
                                        new FileLog(directory.resolve("log").toUri().toString())),
                        Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS));
        ExactlyOnceSink.collect(
                settled.map(new Faults<>(test, FAULT_AT, 1)).returns(settled.getType()), test);

        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(1);
        check(ExactlyOnceSink.received(test));
    }

    private static TransactionalGraph bank(ConcurrencyControl control) {
        return TransactionalGraph.named("bank").concurrencyControl(control);
    }

    /** As {@link Bank#settle}, with an entry for debits and one for credits. */
    private static DataStream<TransactionResult<Long>> settle(
            TransactionalGraph graph, DataStream<Transfer> transfers) {
        TransactionalStream<Movement> movements =
                graph.openTransaction(transfers, Transfer::key)
                        .flatMap(Transfer::movements, Movement.class);
        TransactionalStream<Long> debits =
                movements
                        .filter(movement -> movement.amount() < 0)
                        .keyBy(Movement::account)
                        .update(Bank.BALANCE, (balance, debit) -> balance + debit.amount());
        TransactionalStream<Long> credits =
                movements
                        .filter(movement -> movement.amount() >= 0)
                        .keyBy(Movement::account)
                        .neverFails()
                        .update(Bank.BALANCE, (balance, credit) -> balance + credit.amount());
        return TransactionalGraph.closeTransaction(debits, credits);
    }

    private static void check(List<TransactionResult<Long>> all) {
        Bank.checkComplete(all, 0, TRANSFERS);
        Map<Integer, Long> balances = Bank.replay(all, Map.of(), ACCOUNTS);
        assertThat(balances).hasSize(ACCOUNTS);
        Bank.checkConserved(balances);
    }
}
