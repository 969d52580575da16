/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What has been used up to some moment.
 *
 * @param wallNs by {@link System#nanoTime}
 * @param cpuNs processor time of all threads of this process, collection and compilation included,
 *     and of the processes that it has started and that still run
 * @param gcMs time that this process spent in collections
 * @param threads what each live thread has used
 * @param machineTicks processor time of the whole machine in hundredths of a second; 0 if unknown
 */
public record Usage(long wallNs, long cpuNs, long gcMs, ThreadUse threads, long machineTicks) {
    static final String OTHER_THREADS = "other threads";
    static final String NO_THREAD = "collector, compiler, ended threads, processes";

    private static final double LEAST_SHARE = 0.001;
    private static final Path PROC_STAT = Path.of("/proc/stat");
    private static final double TICKS_PER_SECOND = 100;
    private static final List<Integer> IDLE_COLUMNS = List.of(4, 5);
    private static final int COLUMNS = 8;

    public static Usage now() {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long gcMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcMs += Math.max(0, collector.getCollectionTime());
        }
        long cpuNs = system.getProcessCpuTime() + cpuNsOfChildren();
        return new Usage(System.nanoTime(), cpuNs, gcMs, ThreadUse.now(), readMachineTicks());
    }

    private static long cpuNsOfChildren() {
        return ProcessHandle.current()
                .descendants()
                .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(Duration::toNanos)
                .sum();
    }

    /** The first line of {@code /proc/stat} has a column for each kind of use; two mean none. */
    private static long readMachineTicks() {
        try {
            if (!Files.isReadable(PROC_STAT)) {
                return 0;
            }
            String[] columns = Files.readAllLines(PROC_STAT).get(0).split(" +", -1);
            long busy = 0;
            for (int i = 1; i <= COLUMNS; i++) {
                busy += IDLE_COLUMNS.contains(i) ? 0 : Long.parseLong(columns[i]);
            }
            return busy;
        } catch (IOException e) {
            return 0;
        }
    }

    /** What was used since an earlier moment. */
    public Usage since(Usage earlier) {
        return new Usage(
                wallNs - earlier.wallNs,
                cpuNs - earlier.cpuNs,
                gcMs - earlier.gcMs,
                threads.since(earlier.threads),
                machineTicks - earlier.machineTicks);
    }

    public long allocatedBytes() {
        return threads.bytes();
    }

    /**
     * Processor time by what threads do, most first. What is less than a thousandth of all is one
     * entry, what no live thread of Java has used (collector, compiler, threads that have ended,
     * processes that were started) another.
     */
    public Map<String, Long> cpuNsByThreads() {
        Map<String, Long> large = new HashMap<>();
        long counted = 0;
        long small = 0;
        for (Map.Entry<String, Long> one : threads.cpuNsByName().entrySet()) {
            counted += one.getValue();
            if (one.getValue() >= cpuNs * LEAST_SHARE) {
                large.put(one.getKey(), one.getValue());
            } else {
                small += one.getValue();
            }
        }
        large.put(OTHER_THREADS, small);
        large.put(NO_THREAD, Math.max(0, cpuNs - counted));
        Map<String, Long> sorted = new LinkedHashMap<>();
        large.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    public double seconds() {
        return wallNs / 1e9;
    }

    /** Processors that this process kept busy on average. */
    public double cpus() {
        return (double) cpuNs / wallNs;
    }

    /** Processors that others kept busy on average, and this process could not have. */
    public double cpusOfOthers() {
        return Math.max(0, machineTicks / TICKS_PER_SECOND / seconds() - cpus());
    }
}
