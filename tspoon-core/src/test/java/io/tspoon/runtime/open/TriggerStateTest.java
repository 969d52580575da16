/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.entrance.EmittedSerializer;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What waits in a snapshot stays together, with another number of coordinators, too. */
class TriggerStateTest {
    private static final int MAX_PARALLELISM = 8;
    private static final int COORDINATORS = 2;

    private static TypeSerializer<Object> untyped(TypeSerializer<?> serializer) {
        @SuppressWarnings("unchecked") // is only given its own elements
        TypeSerializer<Object> any = (TypeSerializer<Object>) serializer;
        return any;
    }

    /** Texts come by "route", numbers by "fill". */
    private static TriggerPlan plan(String... entrances) {
        List<TriggerPlan.Target> targets = new ArrayList<>();
        List<TypeSerializer<Object>> serializers = new ArrayList<>();
        for (String entrance : entrances) {
            TypeSerializer<Object> serializer =
                    untyped(
                            entrance.equals("fill")
                                    ? LongSerializer.INSTANCE
                                    : StringSerializer.INSTANCE);
            serializers.add(serializer);
            targets.add(
                    new TriggerPlan.Target(
                            entrance,
                            targets.size() + 1,
                            TypeInformation.of(Object.class),
                            serializer));
        }
        return new TriggerPlan(
                targets,
                new EmittedSerializer(
                        untyped(StringSerializer.INSTANCE), List.of(entrances), serializers));
    }

    private static final class Holder extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String> {
        private static final long serialVersionUID = 1L;

        private final transient TriggerPlan plan;
        private transient TriggerState state;
        private transient List<Tuple3<String, Long, Triggered>> waiting;

        Holder(TriggerPlan plan) {
            this.plan = plan;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            state = new TriggerState(context.getOperatorStateStore(), plan, "orders");
            waiting = state.restored();
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            super.snapshotState(context);
            state.store(waiting);
        }

        @Override
        public void processElement(StreamRecord<String> element) {}
    }

    /** By coordinator: by both entrances in turn. */
    private static List<Tuple3<String, Long, Triggered>> waiting(int coordinator) {
        return List.of(
                Tuple3.of("1.0.1." + coordinator, 1L, new Triggered("route", "x" + coordinator)),
                Tuple3.of("2.0.1." + coordinator, 2L, new Triggered("fill", 7L + coordinator)),
                Tuple3.of("3.0.1." + coordinator, 3L, new Triggered("route", "y" + coordinator)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void entrancesStayTogether(int parallelism) throws Exception {
        OperatorSubtaskState snapshot = snapshot();
        List<Tuple3<String, Long, Triggered>> all = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            List<Tuple3<String, Long, Triggered>> one =
                    restored(snapshot, plan("route", "fill"), parallelism, i);
            if (parallelism > 1) {
                assertThat(List.of(List.of(), waiting(0), waiting(1))).contains(one);
            }
            all.addAll(one);
        }
        assertThat(all).hasSize(6).containsSubsequence(waiting(0)).containsSubsequence(waiting(1));
    }

    @Test
    void entrancesMayChangePlaces() throws Exception {
        assertThat(restored(snapshot(), plan("first", "fill", "route"), COORDINATORS, 0))
                .isEqualTo(waiting(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "route"})
    void entranceIsNotLeftBehind(String left) throws Exception {
        TriggerPlan plan = left.isEmpty() ? TriggerPlan.NONE : plan(left);
        assertThatThrownBy(() -> restored(snapshot(), plan, COORDINATORS, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TSP-2276")
                .hasMessageContaining(
                        "graph=orders, entrance=" + (left.isEmpty() ? "route" : "fill"));
    }

    @Test
    void entranceByWhichNothingWaitsMayGo() throws Exception {
        OperatorSubtaskState none = snapshot(List.of(), List.of());
        assertThat(restored(none, plan("other"), COORDINATORS, 0)).isEmpty();
        assertThat(restored(none, TriggerPlan.NONE, COORDINATORS, 0)).isEmpty();
    }

    private static OperatorSubtaskState snapshot() throws Exception {
        return snapshot(waiting(0), waiting(1));
    }

    @SafeVarargs
    private static OperatorSubtaskState snapshot(List<Tuple3<String, Long, Triggered>>... waiting)
            throws Exception {
        OperatorSubtaskState[] parts = new OperatorSubtaskState[COORDINATORS];
        for (int i = 0; i < COORDINATORS; i++) {
            Holder holder = new Holder(plan("route", "fill"));
            try (OneInputStreamOperatorTestHarness<String, String> harness =
                    new OneInputStreamOperatorTestHarness<>(
                            holder, MAX_PARALLELISM, COORDINATORS, i)) {
                harness.open();
                holder.waiting = waiting[i];
                parts[i] = harness.snapshot(1, 1);
            }
        }
        return OneInputStreamOperatorTestHarness.repackageState(parts);
    }

    private static List<Tuple3<String, Long, Triggered>> restored(
            OperatorSubtaskState snapshot, TriggerPlan plan, int parallelism, int index)
            throws Exception {
        Holder holder = new Holder(plan);
        try (OneInputStreamOperatorTestHarness<String, String> harness =
                new OneInputStreamOperatorTestHarness<>(
                        holder, MAX_PARALLELISM, parallelism, index)) {
            harness.initializeState(
                    OneInputStreamOperatorTestHarness.repartitionOperatorState(
                            snapshot, MAX_PARALLELISM, COORDINATORS, parallelism, index));
            return holder.waiting;
        }
    }
}
