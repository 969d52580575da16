/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.BatchRules;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/** The only coordinator of a t-graph with batches. The test answers for close. */
class BatchEntranceTest {
    private static final int MOST = 10;
    private static final int WITHIN_MS = 200;

    private @Nullable GreetedCoordinator coordinator;

    private GreetedCoordinator coordinator(
            IsolationLevel isolation,
            BatchRule<Object> rule,
            InputSpread spread,
            @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(GreetedCoordinator.plan(isolation, rule, spread, MOST));
        GreetedCoordinator opened = GreetedCoordinator.withKeys(factory, snapshot);
        coordinator = opened;
        return opened;
    }

    @AfterEach
    void close() throws Exception {
        Objects.requireNonNull(coordinator).close();
    }

    /** A coordinator to which nothing comes has left, and has to be back for it. */
    @Test
    void timeEndsABatchThoughTheCoordinatorHasLeft() throws Exception {
        GreetedCoordinator open =
                coordinator(
                        IsolationLevel.PL4,
                        new BatchRules.OfCount<>(MOST, WITHIN_MS),
                        InputSpread.SINGLE,
                        null);
        open.operator.processElement(new StreamRecord<>("only"));
        open.beat();
        open.beat();
        assertThat(open.operator.gauge("pendingBatches")).isEqualTo(1);
        open.sent.takeToClose(0);

        for (int ms = 0; ms <= WITHIN_MS; ms += GreetedCoordinator.HEARTBEAT_MS) {
            open.beat();
        }
        assertThat(open.operator.gauge("pendingBatches")).as("whole, not begun").isEqualTo(1);
        open.greet();
        open.runMails();

        assertThat(open.sent.takeToClose(0).stream().map(CoordinatorToClose::fragments))
                .filteredOn(fragments -> fragments.size() > 0)
                .hasSize(1);
        assertThat(open.operator.gauge("pendingBatches")).isZero();
    }
}
