/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes of heap by the id of the thread that allocated them. Threads that have ended are not in it,
 * so look while the job runs.
 */
record Allocations(Map<Long, Long> bytes) {
    static Allocations now() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] allocated = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> bytes = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            bytes.put(ids[i], Math.max(0, allocated[i]));
        }
        return new Allocations(bytes);
    }

    Allocations since(Allocations earlier) {
        Map<Long, Long> differences = new HashMap<>();
        bytes.forEach(
                (thread, count) ->
                        differences.put(thread, count - earlier.bytes.getOrDefault(thread, 0L)));
        return new Allocations(differences);
    }

    long sum() {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }
}
