/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Jobs on a cluster that they share; those of {@link TestingPageITCase} have one each. */
class LocalJobITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int ACCOUNTS = 20;
    private static final int COUNT = 4_000;

    private static DataStream<TransactionResult<Long>> settle(DataStream<Transfer> transfers) {
        return Bank.settle(TransactionalGraph.named("bank"), transfers, Bank.BALANCE);
    }

    @Test
    void runningJobIsWaitedForAndCancelled() throws Exception {
        StreamExecutionEnvironment environment = LocalJob.environment(1);
        DataStream<TransactionResult<Long>> results =
                settle(Bank.pacedTransfers(environment, Long.MAX_VALUE / 2, 1_000, ACCOUNTS));

        try (LocalJob<TransactionResult<Long>> job = LocalJob.start(results)) {
            assertThat(job.await(all -> all.size() >= 5)).hasSizeGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void failureOfAJobIsItsCause() throws Exception {
        StreamExecutionEnvironment environment = LocalJob.environment(1);
        DataStream<TransactionResult<Long>> results =
                InjectedFailure.after(3)
                        .in(settle(Bank.transfers(environment, 0, COUNT, ACCOUNTS)));

        assertThatThrownBy(() -> LocalJob.collect(results))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("TSP-8110")
                .hasStackTraceContaining("TSP-8111");
        try (LocalJob<Long> job = LocalJob.start(LocalJob.environment(1).fromSequence(1, 3))) {
            assertThatThrownBy(() -> job.await(all -> all.size() > 3))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ended=true, results=3, last=3");
        }
    }
}
