/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Memory of this process over time. The first third of the samples is compared with the last: what
 * fills caches and state in the beginning does not count as growth when it has ended by then.
 */
public final class Growth {
    private static final double MB = 1e6;
    private static final Path STATUS = Path.of("/proc/self/status");

    /** More than this, and more than a tenth, is growth. */
    private static final double TOLERATED_MB = 16;

    private static final double TOLERATED_SHARE = 0.1;

    private final PrintWriter out;
    private final TextTable table =
            new TextTable(
                    "second", "heap after GC, MB", "process, MB", "transfers/s", "bytes each");
    private final List<Double> heaps = new ArrayList<>();
    private final Usage first = Usage.now();
    private Usage last = first;
    private long lastResults;

    /**
     * Memory from now on.
     *
     * @param out where the samples are printed in the end
     * @param results how many there are by now
     */
    public Growth(PrintWriter out, long results) {
        this.out = out;
        this.lastResults = results;
    }

    /** Collects garbage, and measures what is left. */
    public void sample(long results) {
        Usage now = Usage.now();
        Usage used = now.since(last);
        System.gc();
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MB;
        long done = results - lastResults;
        if (done <= 0) {
            throw new BenchmarkException("Cannot measure memory: the job does nothing");
        }
        heaps.add(heap);
        table.add(
                List.of(
                        text("%.0f", now.since(first).seconds()),
                        text("%.1f", heap),
                        text("%.1f", residentMb()),
                        text("%,.0f", done / used.seconds()),
                        text("%,.0f", (double) used.allocatedBytes() / done)));
        last = now;
        lastResults = results;
    }

    /** Prints all samples; whether the heap has not grown. */
    public boolean report() {
        int third = heaps.size() / 3;
        double before = Spread.of(heaps.subList(0, third)).median();
        double after = Spread.of(heaps.subList(heaps.size() - third, heaps.size())).median();
        boolean grown = after - before > Math.max(TOLERATED_MB, TOLERATED_SHARE * before);
        table.print(out);
        out.printf(
                Locale.ROOT,
                "%s: median of the first third %.1f MB, of the last %.1f MB.%n",
                grown ? "GROWN" : "No growth",
                before,
                after);
        out.flush();
        return !grown;
    }

    /** What the process occupies, native memory included; 0 if unknown. */
    private static double residentMb() {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1e3;
                }
            }
            return 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
