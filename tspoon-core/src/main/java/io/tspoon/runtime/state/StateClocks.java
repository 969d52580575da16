/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.state.cache.Progress;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Stores the highest timestamp, and which coordinators have ended: Flink does not start these
 * again, so after a restore nobody else would know. An ended coordinator {@code c} is stored as
 * {@code -1 - c}.
 */
final class StateClocks {
    private final ListState<Long> entries;

    StateClocks(StateInitializationContext context) throws Exception {
        entries =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("clocks", Types.LONG));
    }

    void snapshot(Progress progress, int coordinators) throws Exception {
        List<Long> written = new ArrayList<>();
        written.add(progress.highest());
        for (int i = 0; i < coordinators; i++) {
            if (progress.hasEnded(i)) {
                written.add(-1L - i);
            }
        }
        entries.update(written);
    }

    /**
     * Reads the stored values.
     *
     * @param ended receives each coordinator that has ended
     * @return the highest timestamp
     */
    long restore(int coordinators, IntConsumer ended) throws Exception {
        long highestTimestamp = Timestamps.NONE;
        for (long entry : entries.get()) {
            highestTimestamp = Math.max(highestTimestamp, entry);
            long index = -1 - entry;
            if (index >= 0 && index < coordinators) {
                ended.accept((int) index);
            }
        }
        return highestTimestamp;
    }
}
