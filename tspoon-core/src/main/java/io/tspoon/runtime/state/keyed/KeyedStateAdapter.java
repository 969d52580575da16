/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.plan.KeyRouter;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.shape.RecordContext;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.state.cache.RecordCache;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.jspecify.annotations.Nullable;

/** Reads and writes installed values in Flink's keyed state, key by key. */
@Internal
public final class KeyedStateAdapter<K, V> implements RecordCache.BackingState<K, V> {
    private final RecordSpace<K> records;
    private final RecordContext<K> context;
    private final StoredValues<V> values;
    private final Owners owners;
    private final TaskInfo task;
    private final CheckedKeys<K> sample;

    public KeyedStateAdapter(
            RecordSpace<K> records,
            RecordContext<K> context,
            StoredValues<V> values,
            KeyRouter router,
            TaskInfo task,
            CheckedKeys<K> sample) {
        this.records = records;
        this.context = context;
        this.values = values;
        this.owners = router.owners(task);
        this.task = task;
        this.sample = sample;
    }

    @Override
    public @Nullable V read(K key) throws Exception {
        checkOwned(key);
        sample.add(key);
        context.set(key);
        return values.read();
    }

    @Override
    public void write(K key, @Nullable V value) throws Exception {
        context.set(key);
        values.write(value);
    }

    /**
     * Refuses a key of another instance: what an access here writes would be lost at the next
     * checkpoint.
     */
    private void checkOwned(K key) {
        int owner = owners.ownerOf(records.flinkKey(key));
        if (owner != task.getIndexOfThisSubtask()) {
            throw new IllegalStateException(
                    "[TSP-2211] Cannot access key: it belongs to another instance, key="
                            + key
                            + ", owner="
                            + owner
                            + ", instance="
                            + task.getIndexOfThisSubtask()
                            + ", parallelism="
                            + task.getNumberOfParallelSubtasks()
                            + ", maxParallelism="
                            + task.getMaxNumberOfParallelSubtasks()
                            + ". Either its hashCode is not the same wherever the key is: it"
                            + " differs between processes (arrays, enums and classes without a"
                            + " hashCode of their own do that), between a key and its copy, or"
                            + " between versions of a class or library: use a String, a Long, or a"
                            + " record of such. Or the operators of the t-graph differ in"
                            + " parallelism or maximum parallelism: give them all the same, and"
                            + " take them out of parallelism overrides.");
        }
    }
}
