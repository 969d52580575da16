/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What each thread of Java has used, by its id. Threads that have ended are not in it, so look
 * while the job runs.
 */
record ThreadUse(Map<Long, Use> byThread) {
    /** The end of a name that tells subtasks, parts of a log and threads of a pool apart. */
    private static final Pattern NUMBER =
            Pattern.compile(" \\(\\d+/\\d+\\).*|(, part)?[-# ]*\\d+$");

    /**
     * What one thread has used.
     *
     * @param name of the thread
     * @param cpuNs processor time
     * @param bytes of heap that it has allocated
     */
    record Use(String name, long cpuNs, long bytes) {}

    static ThreadUse now() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        long[] cpuNs = threads.getThreadCpuTime(ids);
        ThreadInfo[] infos = threads.getThreadInfo(ids);
        Map<Long, Use> byThread = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (infos[i] != null) {
                byThread.put(
                        ids[i],
                        new Use(
                                infos[i].getThreadName(),
                                Math.max(0, cpuNs[i]),
                                Math.max(0, bytes[i])));
            }
        }
        return new ThreadUse(byThread);
    }

    ThreadUse since(ThreadUse earlier) {
        Map<Long, Use> differences = new HashMap<>();
        byThread.forEach(
                (thread, use) -> {
                    Use before = earlier.byThread.getOrDefault(thread, new Use("", 0, 0));
                    differences.put(
                            thread,
                            new Use(use.name, use.cpuNs - before.cpuNs, use.bytes - before.bytes));
                });
        return new ThreadUse(differences);
    }

    long bytes() {
        return byThread.values().stream().mapToLong(Use::bytes).sum();
    }

    /** Processor time of all threads that do the same, by their name without its number. */
    Map<String, Long> cpuNsByName() {
        Map<String, Long> byName = new TreeMap<>();
        for (Use use : byThread.values()) {
            byName.merge(NUMBER.matcher(use.name).replaceFirst(""), use.cpuNs, Long::sum);
        }
        return byName;
    }
}
