/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM holds after a garbage collection, as seen from outside.
 *
 * @param loaders class loaders of a given kind
 * @param metaspaceKb kilobytes of classes
 * @param heapKb kilobytes of objects that are in use
 * @param threads threads of any kind
 * @param files open files and connections
 */
public record Vitals(long loaders, long metaspaceKb, long heapKb, int threads, int files) {
    private static final Pattern METASPACE = Pattern.compile("Metaspace +used (\\d+)K");

    /** The last line of a histogram: numbers of instances and bytes. */
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +(\\d+) +(\\d+)$");

    private static final long KB = 1_024;

    /** Pools of Flink have some threads and connections more or less; a job has 9 MB of classes. */
    private static final long TOLERATED_METASPACE_KB = 4 * KB;

    private static final int TOLERATED_THREADS = 20;
    private static final int TOLERATED_FILES = 20;

    /**
     * Collects the garbage of a process, and looks what is left.
     *
     * @param loader regular expression for names of classes of loaders
     * @throws IOException if the process cannot be asked
     */
    public static Vitals of(HostProcess process, String loader)
            throws IOException, InterruptedException {
        String histogram = jcmd(process, "GC.class_histogram");
        Matcher total = find(TOTAL, histogram);
        Matcher metaspace = find(METASPACE, jcmd(process, "GC.heap_info"));
        Path running = Path.of("/proc", Long.toString(process.pid()));
        return new Vitals(
                instances(loader, histogram),
                Long.parseLong(metaspace.group(1)),
                Long.parseLong(total.group(2)) / KB,
                entries(running.resolve("task")),
                entries(running.resolve("fd")));
    }

    /** Writes all objects that are in use to a file, for an analyser. */
    public static void dump(HostProcess process, Path file)
            throws IOException, InterruptedException {
        jcmd(process, "GC.heap_dump", file);
    }

    /** Names and stacks of all threads of Java. */
    public static String threads(HostProcess process) throws IOException, InterruptedException {
        return jcmd(process, "Thread.print");
    }

    /** Whether this is more than earlier, beyond what comes and goes. */
    public boolean exceeds(Vitals earlier) {
        return loaders > earlier.loaders
                || metaspaceKb > earlier.metaspaceKb + TOLERATED_METASPACE_KB
                || threads > earlier.threads + TOLERATED_THREADS
                || files > earlier.files + TOLERATED_FILES;
    }

    private static long instances(String loader, String histogram) {
        Pattern line = Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +(" + loader + ")(?= |$)");
        return line.matcher(histogram)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    private static Matcher find(Pattern pattern, String answer) throws IOException {
        Matcher found = pattern.matcher(answer);
        if (!found.find()) {
            throw new IOException("Cannot read answer of a JVM: answer=" + answer);
        }
        return found;
    }

    private static int entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return (int) entries.count();
        }
    }

    private static String jcmd(HostProcess process, String command, Path... arguments)
            throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        return Shell.run(jcmd + " " + process.pid() + " " + command, arguments);
    }

    /** As a line of a report. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "loaders %d, metaspace %.1f MB, heap %.1f MB, threads %d, files %d",
                loaders,
                (double) metaspaceKb / KB,
                (double) heapKb / KB,
                threads,
                files);
    }
}
