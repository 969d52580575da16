/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateInitializationContextImpl;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Snapshots of earlier builds have these names and numbers in them: they must not change. */
class StoredStateTest {
    private static final int COORDINATORS = 4;

    @Test
    void clocksAreTheHighestTimestampAndWhoHasEnded() throws Exception {
        OperatorStateBackend store =
                new DefaultOperatorStateBackendBuilder(
                                StoredStateTest.class.getClassLoader(),
                                new ExecutionConfig(),
                                false,
                                List.of(),
                                new CloseableRegistry())
                        .build();
        ListState<Long> stored =
                store.getListState(new ListStateDescriptor<>("clocks", Types.LONG));
        stored.update(List.of(40L, -1L, 42L, -3L));
        StateClocks clocks =
                new StateClocks(
                        new StateInitializationContextImpl(1L, store, null, List.of(), List.of()));

        Progress progress = new Progress(COORDINATORS);
        List<Integer> ended = new ArrayList<>();
        progress.seen(clocks.restore(COORDINATORS, ended::add));
        assertThat(progress.highest()).isEqualTo(42);
        assertThat(ended).containsExactly(0, 2);

        ended.forEach(progress::ended);
        clocks.snapshot(progress, COORDINATORS);
        assertThat(stored.get()).containsExactly(42L, -1L, -3L);
        store.dispose();
    }

    @Test
    void valuesBehindTheFirstAreNamedAfterTheirStates() {
        StatePlan<?, ?, ?> state =
                FirstOfTwo.plan(
                                IsolationLevel.PL3,
                                ConcurrencyControl.LOCK_BASED,
                                AccessMode.UPDATE,
                                (element, value, transaction) -> {})
                        .states()
                        .get(0);

        assertThat(StoredValues.nameOf(List.of(state, state), 0)).isEqualTo("value");
        assertThat(StoredValues.nameOf(List.of(state, state), 1)).isEqualTo("value-state");
    }
}
