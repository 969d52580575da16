/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.FileTree;
import io.tspoon.benchmarks.harness.Processes;
import io.tspoon.benchmarks.harness.ShutdownHook;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of the distribution's packages, on loopback, with its data in a temporary
 * directory; all gone when it is closed.
 *
 * <p>PostgreSQL refuses to run as root. So for root it runs as the user {@value #USER}, whom the
 * packages make.
 */
final class PostgresServer implements AutoCloseable {
    private static final String USER = "postgres";
    private static final String DATABASE = "postgres";
    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final long PATIENCE_S = 60;
    private static final long POLL_NS = 20_000_000;

    private final Path binaries;
    private final Path directory;
    private final Process process;
    private final int port;
    private final ShutdownHook hook;

    private PostgresServer(Path binaries, Path directory, Process process, int port) {
        this.binaries = binaries;
        this.directory = directory;
        this.process = process;
        this.port = port;
        this.hook = ShutdownHook.of(this::close);
    }

    /** Why no server can be started here; null if one can. */
    static @Nullable String unavailable() {
        if (findBinaries() == null) {
            return "PostgreSQL is not installed. Install the package postgresql.";
        }
        if (isRoot() && !isUserKnown()) {
            return "PostgreSQL does not run as root, and there is no user " + USER + ".";
        }
        return null;
    }

    /** Name and version of what is started; null if it is not installed. */
    static @Nullable String product() {
        Path binaries = findBinaries();
        return binaries == null ? null : product(binaries);
    }

    /** The same of such binaries; no report is lost because they do not say it. */
    static String product(Path binaries) {
        try {
            Process process =
                    new ProcessBuilder(binaries.resolve("postgres").toString(), "--version")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            byte[] output = process.getInputStream().readAllBytes();
            String line = new String(output, StandardCharsets.UTF_8).strip();
            String version = line.replaceFirst("^postgres \\(PostgreSQL\\) ", "");
            return "PostgreSQL " + (version.isEmpty() ? "of unknown version" : version);
        } catch (IOException e) {
            return "PostgreSQL of unknown version";
        }
    }

    /**
     * Starts a server.
     *
     * @param parent where its directory is made: on the disk to be measured
     * @param synchronousCommit whether a commit waits for the disk
     */
    static PostgresServer start(Path parent, boolean synchronousCommit) {
        Path binaries = findBinaries();
        if (binaries == null) {
            throw new BenchmarkException("Cannot start PostgreSQL: it is not installed");
        }
        PostgresServer server = launch(binaries, parent, synchronousCommit);
        try {
            server.awaitUp();
        } catch (IOException e) {
            server.close();
            throw new BenchmarkException("Cannot start PostgreSQL: parent=" + parent, e);
        }
        return server;
    }

    /** Starts a server of such binaries, and does not wait for it. */
    static PostgresServer launch(Path binaries, Path parent, boolean synchronousCommit) {
        try {
            Files.createDirectories(parent);
            Path directory = Files.createTempDirectory(parent, "tspoon-postgres-");
            ShutdownHook hook = ShutdownHook.of(() -> delete(directory));
            try {
                return launchIn(directory, binaries, synchronousCommit);
            } catch (IOException | BenchmarkException e) {
                delete(directory);
                throw e;
            } finally {
                hook.close();
            }
        } catch (IOException e) {
            throw new BenchmarkException("Cannot start PostgreSQL: parent=" + parent, e);
        }
    }

    private static PostgresServer launchIn(Path directory, Path binaries, boolean synchronousCommit)
            throws IOException {
        if (isRoot()) {
            Files.setOwner(
                    directory,
                    directory
                            .getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(USER));
        }
        int port = freePort();
        run(
                binaries,
                directory,
                "initdb",
                List.of("-A", "trust", "-U", USER, "-E", "UTF8", "--no-locale", "--no-sync"));
        Process process = postgres(binaries, directory, port, synchronousCommit);
        return new PostgresServer(binaries, directory, process, port);
    }

    private static Process postgres(
            Path binaries, Path directory, int port, boolean synchronousCommit) throws IOException {
        List<String> command = command(binaries, "postgres", directory);
        command.addAll(List.of("-p", Integer.toString(port)));
        for (String setting :
                List.of(
                        "listen_addresses=127.0.0.1",
                        "unix_socket_directories=",
                        "max_connections=100",
                        "shared_buffers=256MB",
                        "max_wal_size=4GB",
                        "synchronous_commit=" + (synchronousCommit ? "on" : "off"))) {
            command.addAll(List.of("-c", setting));
        }
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory).toFile()))
                .start();
    }

    private static void run(Path binaries, Path directory, String program, List<String> arguments)
            throws IOException {
        List<String> command = command(binaries, program, directory);
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory).toFile()))
                        .start();
        ShutdownHook hook = ShutdownHook.of(process::destroyForcibly);
        try {
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new BenchmarkException(
                        "Cannot run "
                                + program
                                + ": it failed, output="
                                + Files.readString(log(directory)));
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("Cannot run " + program, e);
        } finally {
            process.destroyForcibly();
            hook.close();
        }
    }

    private static Path log(Path directory) {
        return directory.resolve("log");
    }

    /** A program that is given its data directory, as the user that PostgreSQL runs as. */
    private static List<String> command(Path binaries, String program, Path directory) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(
                    List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--init-groups"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of("-D", directory.resolve("data").toString()));
        return command;
    }

    private void awaitUp() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (true) {
            try (Connection connection = connect()) {
                if (connection.isValid(1)) {
                    return;
                }
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    String output = Files.readString(log(directory));
                    close();
                    throw new BenchmarkException(
                            "Cannot start PostgreSQL: no connection, output=" + output, e);
                }
                LockSupport.parkNanos(POLL_NS);
            }
        }
    }

    /** Where JDBC finds it. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + DATABASE + "?user=" + USER;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Stops the server, or else kills it; its directory goes in either case. */
    @Override
    public synchronized void close() {
        hook.close();
        try {
            if (process.isAlive()) {
                run(binaries, directory, "pg_ctl", List.of("stop", "-m", "immediate"));
                process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
            }
        } catch (IOException | InterruptedException e) {
            throw new BenchmarkException("Cannot stop PostgreSQL: directory=" + directory, e);
        } finally {
            Processes.end(process, Duration.ZERO);
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        try {
            FileTree.delete(directory);
        } catch (IOException e) {
            throw new BenchmarkException("Cannot delete database: directory=" + directory, e);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static boolean isUserKnown() {
        try {
            PACKAGES.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path real(Path program) {
        try {
            return program.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot find PostgreSQL, program=" + program, e);
        }
    }

    /** From the path, or of the newest package. */
    private static @Nullable Path findBinaries() {
        for (String entry : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path program = Path.of(entry, "initdb");
            if (Files.isExecutable(program)) {
                return real(program).getParent();
            }
        }
        if (!Files.isDirectory(PACKAGES)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(directory -> Files.isExecutable(directory.resolve("initdb")))
                    .max(Comparator.comparing(PostgresServer::version))
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    private static double version(Path binaries) {
        Path parent = binaries.getParent();
        return parent == null ? 0 : Double.parseDouble(parent.getFileName().toString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
