/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entrances;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Ration;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Inputs of several streams are recognized after a crash, and values are kept. */
class EntrancesRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 6_000;
    private static final int FAULT_AT = 1_500;
    private static final int BEFORE_STOP = 1_000;
    private static final int PACE = 10_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** The keys of one stream are also those of the other. */
    @ParameterizedTest
    @EnumSource
    void equalKeysOfTwoEntrancesDiffer(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = recovering();

        run(
                environment,
                Tills.settle(
                        logged(control),
                        Tills.transfers(environment, COUNT),
                        Tills.deposits(environment, COUNT)));

        Tills.check(ExactlyOnceSink.received(test), COUNT, COUNT);
    }

    /** The log knows the elements by their content, which is the same in both streams. */
    @ParameterizedTest
    @EnumSource
    void equalElementsOfTwoEntrancesDiffer(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = recovering();
        TransactionalGraph graph = logged(control);
        TransactionalStream<Long> cash = pay(graph, "cash", environment);
        TransactionalStream<Long> card = pay(graph, "card", environment);

        run(environment, TransactionalGraph.closeTransaction(cash, card));

        List<TransactionResult<Long>> results = ExactlyOnceSink.received(test);
        assertThat(emitted(results, "cash")).hasSize(COUNT).doesNotHaveDuplicates();
        assertThat(emitted(results, "card")).hasSize(COUNT).doesNotHaveDuplicates();
    }

    private static TransactionalStream<Long> pay(
            TransactionalGraph graph, String entrance, StreamExecutionEnvironment environment) {
        return graph.openTransaction(entrance, Tills.deposits(environment, COUNT))
                .keyBy(Deposit::account)
                .update(
                        Bank.BALANCE,
                        (balance, paid) -> balance + paid.amount(),
                        (balance, paid) -> paid.id(),
                        Long.class);
    }

    private static List<Long> emitted(List<TransactionResult<Long>> results, String entrance) {
        return results.stream()
                .filter(result -> result.entrance().equals(entrance))
                .flatMap(result -> result.emitted().stream())
                .toList();
    }

    /** The deposits are new, and the input without a name has got one. */
    @Test
    void savepointFitsWhenAStreamIsAdded(@InjectMiniCluster MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment first = EmbeddedFlink.environment(2);
        Tap.open(
                Bank.settle(
                        TransactionalGraph.named("bank"),
                        Bank.rationedTransfers(first, COUNT, PACE, Tills.ACCOUNTS, test),
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
                Tills.settle(
                        TransactionalGraph.named("bank"),
                        Bank.rationedTransfers(second, COUNT, PACE, Tills.ACCOUNTS, test),
                        Tills.deposits(second, COUNT)),
                test + "-two");
        Ration.open(test);
        second.execute();

        List<TransactionResult<Long>> before = Tap.passed(test + "-one");
        assertThat(before).hasSizeBetween(BEFORE_STOP, COUNT - 1);
        List<TransactionResult<Long>> all = new ArrayList<>(before);
        all.addAll(Tap.passed(test + "-two"));
        List<Long> transfers = new ArrayList<>(Tills.keys(all, ""));
        transfers.addAll(Tills.keys(all, Tills.TRANSFERS));
        assertThat(transfers).hasSize(COUNT).doesNotHaveDuplicates();
        Tills.checkComplete(all, Tills.DEPOSITS, COUNT);
        Tills.replay(all);
    }

    // ------------------------------------------------------------------ parts

    private static StreamExecutionEnvironment recovering() {
        return EmbeddedFlink.environment(
                2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(100)));
    }

    private TransactionalGraph logged(ConcurrencyControl control) {
        return TransactionalGraph.named("bank")
                .concurrencyControl(control)
                .writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()));
    }

    private void run(
            StreamExecutionEnvironment environment, DataStream<TransactionResult<Long>> settled)
            throws Exception {
        ExactlyOnceSink.collect(
                settled.map(new Faults<>(test, FAULT_AT, 1)).returns(settled.getType()), test);
        environment.execute();
        assertThat(Faults.failures(test)).isEqualTo(1);
    }
}
