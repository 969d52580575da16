/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.harness.BenchmarkException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Programs of PostgreSQL that fail, each a line for the shell. */
class PostgresServerTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    @TempDir private Path directory;
    private Path binaries;
    private Path parent;

    @BeforeEach
    void prepare() throws IOException {
        if ("root".equals(System.getProperty("user.name"))) { // who starts it as another user
            assumeThat(PostgresServer.unavailable()).isNull();
        }
        open(directory);
        binaries = Files.createDirectory(directory.resolve("bin"));
        open(binaries);
        parent = directory.resolve("new/parent");
        program("initdb", "exit 0");
        program("postgres", "exec sleep 600");
        program("pg_ctl", "exit 1");
    }

    @Test
    void failedInitializationLeavesNothing() throws IOException {
        program("initdb", "echo no luck; exit 1");

        assertThatThrownBy(() -> PostgresServer.launch(binaries, parent, true))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("Cannot run initdb")
                .hasMessageContaining("no luck");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void serverThatCannotBeStoppedIsKilled() {
        PostgresServer server = PostgresServer.launch(binaries, parent, true);
        List<ProcessHandle> processes = ProcessHandle.current().children().toList();
        assertThat(processes).isNotEmpty();

        assertThatThrownBy(server::close)
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("Cannot run pg_ctl");

        processes.forEach(one -> assertThat(one.onExit()).succeedsWithin(LONG));
        assertThat(parent).isEmptyDirectory();
        server.close(); // again, as when the JVM ends
    }

    @Test
    void productIsWhatTheProgramSays() throws IOException {
        program("postgres", "echo 'postgres (PostgreSQL) 15.18 (Debian 15.18-0)'");
        assertThat(PostgresServer.product(binaries)).isEqualTo("PostgreSQL 15.18 (Debian 15.18-0)");

        program("postgres", "echo no luck >&2; exit 1");
        assertThat(PostgresServer.product(binaries)).isEqualTo("PostgreSQL of unknown version");

        Files.delete(binaries.resolve("postgres"));
        assertThat(PostgresServer.product(binaries)).isEqualTo("PostgreSQL of unknown version");
    }

    private void program(String name, String line) throws IOException {
        open(Files.writeString(binaries.resolve(name), "#!/bin/sh\n" + line + "\n"));
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
