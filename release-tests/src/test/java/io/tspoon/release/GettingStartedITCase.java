/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What docs/getting-started.md says works: its three files in an empty folder, its commands, and
 * the lines it promises.
 *
 * <p>The artifacts come from a repository of this test's own, laid out as {@code install} does.
 */
class GettingStartedITCase {
    private static final Path PAGE = Repository.DOCS.resolve("getting-started.md");
    private static final Path FOLDER = Repository.build().resolve("getting-started");
    private static final Path PROJECT = FOLDER.resolve("transfers");
    private static final Path INSTALLED = FOLDER.resolve("repository");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Test
    void pageLeadsToAJobThatRuns() throws Exception {
        emptyFolder();
        install("tspoon-parent", Repository.ROOT.resolve("pom.xml"));
        install("tspoon-core", Repository.ROOT.resolve("tspoon-core/dependency-reduced-pom.xml"));
        install("tspoon-api", Repository.ROOT.resolve("tspoon-api/pom.xml"));
        String page = Files.readString(PAGE);
        write(PROJECT.resolve("pom.xml"), block("xml", page));
        write(PROJECT.resolve("src/main/resources/log4j2.properties"), block("properties", page));
        write(PROJECT.resolve("src/main/java/Transfers.java"), block("java", page));

        String printed = run(block("sh", page));

        assertThat(printed.lines()).containsAll(block("text", page).lines().toList());
        assertThat(printed.lines().filter(line -> line.matches("t\\d .*"))).hasSize(3);
    }

    /** The first block of that language. */
    private static String block(String language, String page) {
        String begin = "\n```" + language + "\n";
        int from = page.indexOf(begin);
        assertThat(from).as("block of %s in %s", language, PAGE).isNotNegative();
        int start = from + begin.length();
        return page.substring(start, page.indexOf("```", start));
    }

    private static void emptyFolder() throws IOException {
        if (Files.exists(FOLDER)) {
            try (Stream<Path> old = Files.walk(FOLDER)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(PROJECT);
    }

    private static void install(String artifact, Path pom) throws IOException {
        String file = artifact + "-" + Repository.version();
        Path place = INSTALLED.resolve("io/tspoon").resolve(artifact).resolve(Repository.version());
        write(place.resolve(file + ".pom"), Files.readString(pom));
        if (!artifact.endsWith("parent")) {
            Files.copy(Repository.jar(artifact), place.resolve(file + ".jar"));
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Runs a script as a new user would; {@code mvn} is the wrapper of this repository. */
    private static String run(String script) throws Exception {
        Path programs = Files.createDirectories(FOLDER.resolve("bin"));
        Path mvn = programs.resolve("mvn");
        Files.writeString(
                mvn,
                String.join(
                        " ",
                        "#!/bin/sh\nexec",
                        Repository.ROOT.resolve("mvnw").toString(),
                        "-B --no-transfer-progress",
                        "offline=true".equals(System.getProperty("maven.mode")) ? "-o" : "",
                        "-Dmaven.repo.local=" + INSTALLED,
                        "-Dmaven.repo.local.tail=" + System.getProperty("maven.repository"),
                        "-Dmaven.repo.local.tail.ignoreAvailability=true",
                        "\"$@\"\n"));
        Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path output = FOLDER.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(List.of("sh", "-ec", script))
                        .directory(PROJECT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("PATH", programs + ":" + javaPrograms() + ":" + environment.get("PATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.keySet().removeAll(Arrays.asList("MAVEN_OPTS", "MAVEN_ARGS"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("ends within %s", LIMIT)
                    .isTrue();
            String printed = Files.readString(output);
            assertThat(process.exitValue()).as(printed).isZero();
            return printed;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Path javaPrograms() {
        return Path.of(System.getProperty("java.home"), "bin");
    }
}
