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
 * Memory of this process over time: the heap after collections, and what is resident beyond it,
 * such as direct buffers, RocksDB and threads. Of each the first third of the samples is compared
 * with the last: what fills caches and state in the beginning does not count as growth when it has
 * ended by then.
 *
 * <p>What is beyond the heap is known only where all of the heap is resident from the start ({@code
 * -XX:+AlwaysPreTouch}), and is judged only there.
 */
public final class Growth {
    private static final double MB = 1e6;
    private static final double KIB = 1_024;
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final String TOUCHED = "-XX:+AlwaysPreTouch";

    /** More than so many, and more than a tenth, is growth. */
    private static final double TOLERATED_HEAP_MB = 16;

    /** The compiler alone takes and gives back some tens. */
    private static final double TOLERATED_NATIVE_MB = 64;

    private static final double TOLERATED_SHARE = 0.1;

    private final PrintWriter out;
    private final boolean isNativeKnown;
    private final TextTable table =
            new TextTable(
                    "second",
                    "heap after GC, MB",
                    "beyond the heap, MB",
                    "transfers/s",
                    "bytes each",
                    "longest silence, ms");
    private final List<Double> heaps = new ArrayList<>();
    private final List<Double> natives = new ArrayList<>();
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
        this(out, results, isNativeKnown());
    }

    Growth(PrintWriter out, long results, boolean isNativeKnown) {
        this.out = out;
        this.lastResults = results;
        this.isNativeKnown = isNativeKnown;
    }

    private static boolean isNativeKnown() {
        return Files.isReadable(STATUS)
                && ManagementFactory.getRuntimeMXBean().getInputArguments().contains(TOUCHED);
    }

    /**
     * Collects garbage, and measures what is left.
     *
     * @param results how many there are by now
     * @param silenceMs the longest time without one since the sample before
     */
    public void sample(long results, double silenceMs) {
        Usage now = Usage.now();
        Usage used = now.since(last);
        System.gc();
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MB;
        long done = results - lastResults;
        if (done <= 0) {
            throw new BenchmarkException("Cannot measure memory: the job does nothing");
        }
        double beyond = residentMb() - Runtime.getRuntime().totalMemory() / MB;
        add(heap, beyond);
        table.add(
                List.of(
                        text("%.0f", now.since(first).seconds()),
                        text("%.1f", heap),
                        text("%.1f", beyond),
                        text("%,.0f", done / used.seconds()),
                        text("%,.0f", (double) used.allocatedBytes() / done),
                        text("%.0f", silenceMs)));
        last = now;
        lastResults = results;
    }

    /**
     * Adds a sample.
     *
     * @param heapMb what the heap has left after a collection
     * @param nativeMb what is resident beyond it
     */
    void add(double heapMb, double nativeMb) {
        heaps.add(heapMb);
        natives.add(nativeMb);
    }

    /** Prints all samples; whether nothing has grown. */
    public boolean report() {
        table.print(out);
        boolean grown = hasGrown("heap", heaps, TOLERATED_HEAP_MB);
        if (isNativeKnown) {
            grown |= hasGrown("beyond the heap", natives, TOLERATED_NATIVE_MB);
        } else {
            out.println("Not judged: beyond the heap, which takes Linux and " + TOUCHED + ".");
        }
        out.flush();
        return !grown;
    }

    private boolean hasGrown(String what, List<Double> samples, double toleratedMb) {
        int size = samples.size();
        int third = size / 3;
        double before = Spread.of(samples.subList(0, third)).median();
        double after = Spread.of(samples.subList(size - third, size)).median();
        boolean grown = after - before > Math.max(toleratedMb, TOLERATED_SHARE * before);
        out.printf(
                Locale.ROOT,
                "%s: %s, median of the first third %.1f MB, of the last %.1f MB.%n",
                grown ? "GROWN" : "No growth",
                what,
                before,
                after);
        return grown;
    }

    /** What the process occupies, native memory included; 0 if unknown. */
    private static double residentMb() {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * KIB / MB;
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
