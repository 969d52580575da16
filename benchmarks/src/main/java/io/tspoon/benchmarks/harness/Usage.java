/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What has been used up to some moment.
 *
 * @param wallNs by {@link System#nanoTime}
 * @param cpuNs processor time of all threads of this process, collection and compilation included,
 *     and of the processes that it has started and that still run
 * @param gcMs time that this process spent in collections
 * @param allocations bytes of heap that each live thread has allocated
 * @param machineTicks processor time of the whole machine in hundredths of a second; 0 if unknown
 */
public record Usage(
        long wallNs, long cpuNs, long gcMs, Allocations allocations, long machineTicks) {
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
        return new Usage(System.nanoTime(), cpuNs, gcMs, Allocations.now(), readMachineTicks());
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
                allocations.since(earlier.allocations),
                machineTicks - earlier.machineTicks);
    }

    public long allocatedBytes() {
        return allocations.sum();
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
