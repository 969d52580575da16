/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Builds the job's jar with an engine one line of which is wrong. */
final class BrokenEngine {
    private static final Path SOURCES = Path.of("../tspoon-core/src/main/java").toAbsolutePath();

    private final FlinkHome home;
    private final Path directory;

    /**
     * @param directory where the jar goes
     */
    BrokenEngine(FlinkHome home, Path directory) {
        this.home = home;
        this.directory = directory;
    }

    /**
     * Returns the jar.
     *
     * @param file source file of a class of the core
     * @param line what occurs there once
     * @param broken what stands there instead
     */
    Path jar(String file, String line, String broken) throws IOException {
        String source = Files.readString(SOURCES.resolve(file));
        assertThat(source).containsOnlyOnce(line);
        Path changed = directory.resolve("sources").resolve(file);
        Files.createDirectories(changed.resolveSibling("."));
        Files.writeString(changed, source.replace(line, broken));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        compile(changed, classes);
        Path jar = Files.copy(home.jobJar(), directory.resolve("broken.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(classes)) {
            for (Path compiled : files.filter(Files::isRegularFile).toList()) {
                Files.copy(
                        compiled,
                        inside.getPath(classes.relativize(compiled).toString()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return jar;
    }

    /** Against what this test sees. */
    private static void compile(Path source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int exitCode =
                compiler.run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "--release=17",
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(exitCode).isZero();
    }
}
