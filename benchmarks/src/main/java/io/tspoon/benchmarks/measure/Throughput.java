/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.harness.Usage;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run did with as many transfers as it would take.
 *
 * @param perSecond transfers completed at the sink
 * @param cpus processors that the whole JVM kept busy
 * @param cpusOfOthers processors that other processes kept busy meanwhile
 * @param perCpuSecond transfers for each second of a processor; hardly depends on other processes
 * @param retriesPerTransfer executions beyond the first
 * @param abortedShare of all results
 * @param gcShare of the time that was spent in collections
 * @param bytesPerTransfer bytes of heap that threads of this JVM allocated for each transfer
 * @param cpuNsPerTransfer nanoseconds of processor time for each transfer, by what threads do
 * @param slices transfers in each second of the measured span; the last may be shorter
 */
public record Throughput(
        double perSecond,
        double cpus,
        double cpusOfOthers,
        double perCpuSecond,
        double retriesPerTransfer,
        double abortedShare,
        double gcShare,
        double bytesPerTransfer,
        Map<String, Double> cpuNsPerTransfer,
        List<Long> slices) {
    /** What counts and usage of a span come to. */
    public static Throughput of(
            Counts counted, Usage used, List<Long> slices, int resultsPerTransfer) {
        double transfers = (double) counted.results() / resultsPerTransfer;
        double divisor = Math.max(1, transfers);
        return new Throughput(
                transfers / used.seconds(),
                used.cpus(),
                used.cpusOfOthers(),
                transfers / used.seconds() / used.cpus(),
                counted.retries() / divisor,
                (double) counted.aborted() / Math.max(1, counted.results()),
                used.gcMs() / 1e3 / used.seconds(),
                used.allocatedBytes() / divisor,
                perTransfer(used.cpuNsByThreads(), divisor),
                List.copyOf(slices));
    }

    private static Map<String, Double> perTransfer(Map<String, Long> all, double transfers) {
        Map<String, Double> each = new LinkedHashMap<>();
        all.forEach((threads, ns) -> each.put(threads, ns / transfers));
        return Collections.unmodifiableMap(each);
    }

    /** Transfers in the second with the fewest. */
    public double slowestSlice() {
        return slices.stream().mapToLong(Long::longValue).min().orElse(0);
    }
}
