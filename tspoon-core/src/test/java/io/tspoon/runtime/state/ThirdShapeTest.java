/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A third shape is two classes: here a state of which functions see not the newest value, but the
 * one before it. It is not for use; it shows that the operator needs to know nothing of it.
 */
class ThirdShapeTest {
    private static final LongSerializer LONGS = LongSerializer.INSTANCE;
    private static final long INITIAL = 0;

    @Test
    void decidesWhatIsAccessedReportedAndStored() throws Exception {
        StateOperatorPlan<Long, Long, LastTwo.Values, Long> plan = plan();
        OperatorSubtaskState snapshot;
        try (OpenedState operator = new OpenedState(new StateOperatorFactory<>(plan))) {
            operator.receive(0, 10, 5);
            operator.receive(1, 20, 7);
            operator.receive(2, 30, 9);

            assertThat(seen(plan.shape(), operator)).containsExactly(INITIAL, INITIAL, 5L);
            snapshot = operator.snapshot();
        }
        try (OpenedState operator = new OpenedState(new StateOperatorFactory<>(plan), snapshot)) {
            operator.receive(0, 40, 11);
            operator.receive(1, 50, 13);

            assertThat(seen(plan.shape(), operator)).containsExactly(7L, 9L);
        }
    }

    @Test
    void decidesWhatBecomesOfALoggedValue() throws Exception {
        StateOperatorPlan<Long, Long, LastTwo.Values, Long> plan = plan();
        try (OpenedState operator = new OpenedState(new StateOperatorFactory<>(plan))) {
            operator.receive(OpenedState.logged(20, 7));
            operator.receive(OpenedState.logged(10, 5));
            operator.receive(0, 30, 9);
            operator.receive(1, 40, 11);

            assertThat(seen(plan.shape(), operator)).containsExactly(INITIAL, 7L);
        }
    }

    /** What functions saw, as it was emitted together with what they wrote. */
    private static List<Long> seen(ValueShape<?, ?, ?> shape, OpenedState operator)
            throws IOException {
        List<Long> seen = new ArrayList<>();
        for (ParticipantToClose block : operator.takeToClose()) {
            FragmentRows fragments = block.fragments();
            DataInputDeserializer payload = fragments.readPayload();
            for (int row = 0; row < fragments.size(); row++) {
                LONGS.deserialize(payload); // key
                assertThat(LastTwo.readWritten(payload, false)).isEqualTo(1);
                LONGS.deserialize(payload); // value
                seen.add(LONGS.deserialize(payload));
            }
        }
        return seen;
    }

    private static StateOperatorPlan<Long, Long, LastTwo.Values, Long> plan() {
        StateOperatorPlan<Long, Long, Long, Long> whole =
                FirstOfTwo.only(
                        AccessMode.UPDATE,
                        (element, value, transaction) -> {
                            transaction.emit(value.get());
                            value.set(element);
                        });
        @SuppressWarnings("unchecked") // the only state
        StatePlan<Long, Long, Long> state = (StatePlan<Long, Long, Long>) whole.states().get(0);
        return new StateOperatorPlan<>(
                whole.settings(),
                whole.router(),
                whole.index(),
                whole.keySelector(),
                whole.inputSerializer(),
                whole.records(),
                new LastTwo(state),
                whole.outlets(),
                whole.reaches(),
                whole.reachedBy());
    }
}
