/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.shape.StoredValues;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Keys under which a value would be lost are refused before the keyed state is asked for it. */
class KeyedStateAdapterTest {
    private static final int INSTANCE = 0;
    private static final TaskInfo TASK = new TaskInfoImpl("task", 128, INSTANCE, 2, 0);
    private static final SwitchedKey.Type TYPE = new SwitchedKey.Type(Long::hashCode);

    /** How often the keyed state was asked. */
    private int asked;

    @Test
    void keyOfAnotherInstanceIsRefusedWithAllThatMayHaveCausedIt() {
        assertThatThrownBy(() -> adapter(1).read(TYPE.key(7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cannot access key: it belongs to another instance, key=swi")
                .hasMessageContaining("owner=1, instance=0, parallelism=2, maxParallelism=128")
                .hasMessageContaining("between processes (arrays, enums and classes without a")
                .hasMessageContaining("between a key and its copy, or between versions of a class")
                .hasMessageContaining("use a String, a Long, or a record of such")
                .hasMessageContaining("operators of the t-graph differ in parallelism or maximum");
        assertThat(asked).isZero();
    }

    @Test
    void keyThatDiffersFromItsCopyIsRefused() {
        assertThatThrownBy(() -> adapter(INSTANCE).read(new SwitchedKey(7, 8)))
                .hasMessageContaining("Cannot use key: a copy of it");
        assertThat(asked).isZero();
    }

    @Test
    void otherKeysAreRead() throws Exception {
        assertThat(adapter(INSTANCE).read(TYPE.key(7))).isEqualTo(42);
        assertThat(asked).isEqualTo(1);
    }

    private KeyedStateAdapter<SwitchedKey, Long> adapter(int owner) {
        return new KeyedStateAdapter<>(
                RestoredRun.plan(TYPE).records(),
                key -> {},
                new Answers(),
                task -> key -> owner,
                TASK,
                CheckedKeys.of(RestoredRun.plan(TYPE)));
    }

    /** A keyed state in which each key has the same value. */
    private final class Answers implements StoredValues<Long> {
        @Override
        public Long read() {
            asked++;
            return 42L;
        }

        @Override
        public Object read(int place) {
            return read();
        }

        @Override
        public void write(@Nullable Long stored) {}

        @Override
        public void write(int place, Object value) {}
    }
}
