/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.TestJob;

import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A program asks and calls with the jars alone that its only dependency brings. The build refuses
 * others: what it lets through is what this test runs with.
 */
class ClientJarsTest {
    private static final Path POM = Path.of("../tspoon-query-client/pom.xml");
    private static final Pattern ALLOWED = Pattern.compile("<include>([^:]+):([^<:]+)</include>");
    private static final Path TESTS =
            Path.of(
                    ClientProgram.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .getPath());

    @TempDir Path directory;

    @Test
    void programAsksAndCalls() throws Exception {
        try (TestBank bank = TestBank.start(Map.of());
                TestJob job = TestJob.callable(1, MemoryCalls.of(1), new Configuration())) {
            bank.put(TestBank.BALANCE, "alice", 100L);
            bank.put(
                    TestBank.CUSTOMER,
                    "c1",
                    new TestBank.Customer("Ada", "Rome", new BigDecimal("10.50")));

            assertThat(printed(bank.address().toString(), job.address(0)))
                    .containsExactly(
                            "Customer[name=Ada, city=Rome, limit=10.50]",
                            "1",
                            "[Rome]",
                            "[Receipt[account=alice, balance=70], Receipt[account=bob,"
                                    + " balance=30]]",
                            "true",
                            "false",
                            "(a,1)",
                            "(2026-01-01T12:00:00Z,PT0S)",
                            "+I[1, 2026-01-01T12:00:00Z]",
                            "{a=[1, 2]}",
                            "Right(7)",
                            "LATE",
                            "o1 [l1] {paid=2026-01-01T12:00:00Z}",
                            "o2 [] {}");
        }
    }

    private List<String> printed(String... arguments) throws Exception {
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                classPath(),
                                ClientProgram.class.getName()));
        command.addAll(List.of(arguments));
        Process program =
                new ProcessBuilder(command)
                        .redirectError(errors.toFile())
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(program.exitValue()).as(Files.readString(errors)).isZero();
            return Files.readAllLines(output);
        } finally {
            program.destroyForcibly();
        }
    }

    private String classPath() throws Exception {
        List<MatchResult> allowed = ALLOWED.matcher(Files.readString(POM)).results().toList();
        assertThat(allowed).isNotEmpty();
        List<String> entries = new ArrayList<>(List.of(TESTS.toString()));
        entries.add(entry("tspoon-query-client"));
        allowed.forEach(artifact -> entries.add(entry(artifact.group(2))));
        return String.join(File.pathSeparator, entries);
    }

    /** Where an artifact is: a jar of a repository, or the classes or the jar of a module. */
    private static String entry(String artifact) {
        String name = Pattern.quote(artifact);
        Pattern place = Pattern.compile(".*/" + name + "(-\\d[^/]*\\.jar|/target/.*)");
        List<String> found =
                List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                        .filter(entry -> place.matcher(entry).matches())
                        .filter(entry -> !entry.contains("test"))
                        .toList();
        assertThat(found).as(artifact).hasSize(1);
        return found.get(0);
    }
}
