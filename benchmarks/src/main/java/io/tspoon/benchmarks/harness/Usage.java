/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process has used up to some moment.
 *
 * @param wallNs by {@link System#nanoTime}
 * @param cpuNs processor time of all threads, garbage collection and compilation included
 * @param gcMs time spent in collections
 */
public record Usage(long wallNs, long cpuNs, long gcMs) {
    public static Usage now() {
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long gcMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcMs += Math.max(0, collector.getCollectionTime());
        }
        return new Usage(System.nanoTime(), system.getProcessCpuTime(), gcMs);
    }

    /** What was used since an earlier moment. */
    public Usage since(Usage earlier) {
        return new Usage(wallNs - earlier.wallNs, cpuNs - earlier.cpuNs, gcMs - earlier.gcMs);
    }

    public double seconds() {
        return wallNs / 1e9;
    }

    /** Processors kept busy on average. */
    public double cpus() {
        return (double) cpuNs / wallNs;
    }
}
