/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.commit.Settled;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.GaugedOperator;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Elements come from a queue, too: a further way in is a class beside {@link StreamEntrance}. The
 * test answers for close. Transactions touch no state.
 */
class SecondEntranceTest {
    private static final int IN_FLIGHT = 2;
    private static final long DEADLINE_MS = 20_000;

    private final Deque<String> queue = new ArrayDeque<>();
    private GreetedCoordinator coordinator;
    private GaugedOperator<String> operator;
    private CommitCoordinator<Object, Object> close;

    /** Admits what is in the queue. */
    private final class QueueEntrance implements Entrance {
        private final Admission<String> admission;

        QueueEntrance(Admission<String> admission) {
            this.admission = admission;
        }

        @Override
        public void admitWaiting() throws Exception {
            while (!queue.isEmpty() && admission.hasRoom()) {
                admission.admit(queue.remove(), ElementTimes.NONE);
            }
        }
    }

    private final class ToyFactory extends AbstractStreamOperatorFactory<Block>
            implements OneInputStreamOperatorFactory<String, Block> {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
        public <T extends StreamOperator<Block>> T createStreamOperator(
                StreamOperatorParameters<Block> parameters) {
            return (T)
                    new OpenOperator<>(
                            GreetedCoordinator.plan(IsolationLevel.PL3, IN_FLIGHT, DEADLINE_MS),
                            "",
                            admission -> List.of(new QueueEntrance(admission)),
                            parameters);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
            return OpenOperator.class;
        }
    }

    @BeforeEach
    void open() throws Exception {
        coordinator = new GreetedCoordinator(new ToyFactory());
        operator = coordinator.operator;
        close =
                new CommitCoordinator<>(
                        coordinator.link.slots(),
                        1,
                        Object::new,
                        (attempt, decision) -> "result",
                        new DecisionsAsReady<>(),
                        Durability.CHECKPOINT);
    }

    @AfterEach
    void end() throws Exception {
        coordinator.close();
    }

    @Test
    void elementsOfAllEntrancesAreAdmittedAsFarAsThereIsRoom() throws Exception {
        queue.addAll(List.of("a", "b", "c"));
        operator.processElement(new StreamRecord<>("stream"));

        coordinator.beat();
        assertThat(answer()).as("in flight").isEqualTo(IN_FLIGHT);
        coordinator.runMails();
        assertThat(answer()).as("in flight when the others are over").isEqualTo(2);
        assertThat(queue).isEmpty();
    }

    @Test
    @Timeout(20) // what is admitted then is waited for, and nobody ends it
    void nothingIsAdmittedWhileABarrierWaits() throws Exception {
        operator.processElement(new StreamRecord<>("before"));
        queue.add("behind");
        assertThat(answer()).isEqualTo(1);

        operator.prepareSnapshotPreBarrier(1);

        assertThat(queue).containsExactly("behind");
        coordinator.beat();
        assertThat(queue).isEmpty();
        assertThat(answer()).isEqualTo(1);
    }

    /** Decides and ends what was sent; open learns of it with the next mail. Gives how many. */
    private int answer() throws Exception {
        int ended = 0;
        for (CoordinatorToClose block : coordinator.sent.takeToClose(0)) {
            FragmentRows rows = block.fragments();
            for (int i = 0; i < rows.size(); i++) {
                Attempt<Object> attempt =
                        close.fragment(rows.slot(i), rows.timestamp(i), rows.weight(i), null);
                close.gathered(attempt);
                ended++;
            }
        }
        Settled<Object> settled = close.settle(0);
        coordinator.link.send(new Feedback.Released(settled.decisions(), settled.slots()));
        return ended;
    }
}
