/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What is said to be durable has been synced, in the order of what {@link SyncedLogs} asks of the
 * kernel: no end of a process shows that, as the page cache outlives it. Skipped where strace is
 * not installed, or may not look on.
 */
@Timeout(240)
class DiskSyncsITCase {
    private static final String TRACED =
            "trace=openat,write,pwrite64,ftruncate,fsync,fdatasync"
                    + ",?mkdir,?mkdirat,?unlink,?unlinkat"; // by machine the one or the other

    @TempDir private static Path directory;

    private static Path root;
    private static List<SystemCall> calls;

    @BeforeAll
    static void traceAProcess() throws Exception {
        assumeThat(mayTrace()).as("strace is installed, and may look on").isTrue();
        Path files = directory.toRealPath();
        root = files.resolve("log");
        List<String> command = new ArrayList<>(List.of("strace", "-f", "-y", "-e", TRACED));
        command.addAll(List.of("-o", files.resolve("trace").toString()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-"))
                .forEach(command::add);
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(SyncedLogs.class.getName(), root.toUri().toString()));
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(files.resolve("out").toFile())
                        .redirectError(files.resolve("err").toFile())
                        .start();
        try {
            assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(files.resolve("err"))).isZero();
        calls =
                SystemCall.read(files.resolve("trace")).stream()
                        .filter(call -> Path.of(call.path()).startsWith(files))
                        .toList();
    }

    private static boolean mayTrace() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-f", "-o", "/dev/null", "true").start().waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void directoriesAreInThoseAboveThemBeforeAnythingIsDurable() {
        List<SystemCall> made = calls("mkdir", "");

        assertThat(made).hasSize(7).extracting(SystemCall::path).contains(root.toString());
        for (SystemCall directoryMade : made) {
            assertSynced(parent(directoryMade), directoryMade, next(directoryMade));
        }
    }

    @Test
    void segmentIsInItsDirectoryBeforeAnythingInItIsDurable() {
        List<SystemCall> created = created(".log");

        assertThat(created)
                .extracting(SystemCall::path)
                .contains(segments().toArray(String[]::new));
        for (SystemCall segment : created) {
            assertSynced(parent(segment), segment, next(segment));
        }
    }

    @Test
    void whatIsWrittenIsSyncedBeforeItIsDurable() {
        List<SystemCall> written = calls("write", ".log");
        written.addAll(calls("pwrite64", ".log"));
        List<SystemCall> confirmed = new ArrayList<>();

        for (SystemCall write : written) {
            SystemCall said = next(write);
            if (!said.text().startsWith(SyncedLogs.FAILED)) {
                assertSynced(write.path(), write, said);
                confirmed.add(said);
            }
        }

        assertThat(confirmed)
                .containsAll(said(SyncedLogs.BEGUN))
                .containsAll(said(SyncedLogs.DURABLE));
        assertThat(said(SyncedLogs.BEGUN)).hasSize(3 * SyncedLogs.SEGMENTS);
        assertThat(said(SyncedLogs.DURABLE)).hasSize(3 * 2 * SyncedLogs.SEGMENTS);
    }

    /** Else what nobody has heard of may be there after all when the power fails. */
    @Test
    void whatCouldNotBeSyncedIsCutOffDurablyBeforeAnybodyHearsOfIt() {
        List<SystemCall> failures = said(SyncedLogs.FAILED);

        assertThat(failures).hasSize(2);
        for (SystemCall failed : failures) {
            List<SystemCall> cuts = calls("ftruncate", segment(failed));
            assertThat(cuts).as(failed.text()).isNotEmpty();
            assertSynced(segment(failed), cuts.get(0), failed);
        }
    }

    /** A process that has ended may have left what only the page cache has. */
    @Test
    void segmentIsSyncedBeforeItIsRead() {
        List<SystemCall> given = said(SyncedLogs.GIVEN);
        List<SystemCall> reading = said(SyncedLogs.READING);

        assertThat(given).hasSize(SyncedLogs.SEGMENTS);
        for (int i = 0; i < given.size(); i++) {
            assertSynced(segment(given.get(i)), reading.get(i), given.get(i));
        }
    }

    /** Else a power failure may leave neither, and a later run gives the numbers again. */
    @Test
    void whichSegmentsAreDeletedIsDurableBeforeTheyGo() {
        List<SystemCall> marked = created(".deleted");
        List<SystemCall> deleted = calls("unlink", ".log");

        assertThat(marked).hasSize(1);
        assertThat(deleted).hasSize(SyncedLogs.SEGMENTS);
        for (SystemCall segment : deleted) {
            assertSynced(parent(marked.get(0)), marked.get(0), segment);
        }
    }

    // ------------------------------------------------------------------ what was called

    private static void assertSynced(String path, SystemCall after, SystemCall before) {
        assertThat(calls)
                .filteredOn(call -> after.isBefore(call) && call.isBefore(before))
                .as("calls with a sync of %s, after %s, before %s", path, after, before)
                .anyMatch(call -> call.isSync() && call.path().equals(path));
    }

    /** Those of a name, or of its kin such as mkdirat, on files whose paths end so. */
    private static List<SystemCall> calls(String name, String end) {
        List<SystemCall> found = new ArrayList<>(calls);
        found.removeIf(call -> !call.name().matches(name + "(at)?") || !call.path().endsWith(end));
        return found;
    }

    private static List<SystemCall> created(String end) {
        List<SystemCall> found = calls("open", end);
        found.removeIf(call -> !call.arguments().contains("O_CREAT"));
        return found;
    }

    /** What the process has said, in this order. */
    private static List<SystemCall> said(String what) {
        List<SystemCall> found = calls("write", "/out");
        found.removeIf(call -> !call.text().startsWith(what));
        return found;
    }

    /** What it says next. */
    private static SystemCall next(SystemCall call) {
        return said("").stream().filter(call::isBefore).findFirst().orElseThrow();
    }

    private static String parent(SystemCall call) {
        return String.valueOf(Path.of(call.path()).getParent());
    }

    /** The one that something was said of. */
    private static String segment(SystemCall said) {
        String[] words = said.text().split(" ");
        return segment(words[1], Long.parseLong(words[2]));
    }

    private static String segment(String log, long number) {
        return root.resolve(log)
                .resolve("0")
                .resolve(String.format(Locale.ROOT, "%020d.log", number))
                .toString();
    }

    private static List<String> segments() {
        List<String> all = new ArrayList<>();
        for (String log : List.of(SyncedLogs.WHOLE, SyncedLogs.IN_PLACE, SyncedLogs.STREAM)) {
            for (int number = 1; number <= SyncedLogs.SEGMENTS; number++) {
                all.add(segment(log, number));
            }
        }
        return all;
    }
}
