/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.shape.StoredValues;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A restored key may belong to an instance that did not get its value. */
class KeyLookUpTest {
    private static final int PARALLELISM = 2;
    private static final TaskInfo TASK =
            new TaskInfoImpl("task", RestoredRun.KEY_GROUPS, 0, PARALLELISM, 0);
    private static final SwitchedKey.Type TYPE = new SwitchedKey.Type(Long::hashCode);

    private final KeyLookUp<SwitchedKey> lookUp =
            new KeyLookUp<>(RestoredRun.plan(TYPE), key -> {}, new NoValues(), TASK);

    @Test
    void keyOfThisInstanceIsCopied() throws Exception {
        SwitchedKey own = keyOf(0);

        assertThat(lookUp.copy(own, 0)).isEqualTo(own).isNotSameAs(own);
    }

    @Test
    void keyOfAnotherInstanceIsRefused() {
        SwitchedKey foreign = keyOf(1);

        assertThatThrownBy(() -> lookUp.copy(foreign, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cannot restore state: a key has another hash code now")
                .hasMessageContaining("key=" + foreign)
                .hasMessageContaining(", owner=1, instance=0. The hashCode of its type");
    }

    private static SwitchedKey keyOf(int instance) {
        long number = 0;
        while (instance
                != KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        TYPE.key(number), RestoredRun.KEY_GROUPS, PARALLELISM)) {
            number++;
        }
        return TYPE.key(number);
    }

    /** A keyed state that is not asked here. */
    private static final class NoValues implements StoredValues<Long> {
        @Override
        public @Nullable Long read() {
            return null;
        }

        @Override
        public @Nullable Object read(int place) {
            return null;
        }

        @Override
        public void write(@Nullable Long stored) {}

        @Override
        public void write(int place, Object value) {}
    }
}
