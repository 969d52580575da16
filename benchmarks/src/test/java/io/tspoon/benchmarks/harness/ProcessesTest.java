/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import static org.assertj.core.api.Assertions.assertThat;

/** Each process says when it is ready to be ended. */
class ProcessesTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    @TempDir private Path directory;

    @Test
    void processCanCleanUpAndWhatItLeavesIsKilled() throws IOException {
        Path cleaned = directory.resolve("cleaned");
        Process process =
                shell("sleep 600 & trap 'echo > " + cleaned + "; exit' TERM; echo ready; wait");
        List<ProcessHandle> descendants = process.descendants().toList();

        Processes.end(process, LONG);

        assertThat(cleaned).exists();
        assertThat(descendants).isNotEmpty();
        descendants.forEach(one -> assertThat(one.onExit()).succeedsWithin(LONG));
    }

    @Test
    void processThatDoesNotEndIsKilledWithItsDescendants() throws IOException {
        Process process = shell("trap '' TERM; sleep 600 & echo ready; while true; do wait; done");
        List<ProcessHandle> descendants = process.descendants().toList();

        Processes.end(process, Duration.ofMillis(100));

        assertThat(process.isAlive()).isFalse();
        assertThat(descendants).isNotEmpty();
        descendants.forEach(one -> assertThat(one.onExit()).succeedsWithin(LONG));
    }

    @Test
    void directoryOfLogsIsDeletedByAJvmThatIsToldToEnd() throws IOException {
        Process process =
                start(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Logging.class.getName(),
                                directory.toString()));

        Processes.end(process, LONG);

        assertThat(directory).isEmptyDirectory();
    }

    private static Process shell(String script) throws IOException {
        return start(List.of("sh", "-c", script));
    }

    private static Process start(List<String> command) throws IOException {
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = process.inputReader();
        assertThat(output.readLine()).isEqualTo("ready");
        return process;
    }

    /** Has a log, and never ends. */
    static final class Logging {
        private Logging() {}

        public static void main(String[] arguments) throws Exception {
            LogDirectory logs = LogDirectory.create(Path.of(arguments[0]));
            Path part = Files.createDirectories(Path.of(URI.create(logs.uri("part"))));
            Files.writeString(part.resolve("segment"), "1");
            System.out.println("ready");
            new CountDownLatch(1).await();
        }
    }
}
