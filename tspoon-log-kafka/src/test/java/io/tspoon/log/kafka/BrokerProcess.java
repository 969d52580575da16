/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** A Kafka broker in a process of its own, which can be killed and started again. */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(120);

    private final Path directory;
    private final String classPath;
    private final String host;
    private final int port;
    private Process process;

    /** Starts a broker on loopback, with this process's class path. */
    public BrokerProcess(Path directory) throws Exception {
        this(directory, List.of());
    }

    /**
     * The same with more settings.
     *
     * @param more lines of a broker's properties
     */
    public BrokerProcess(Path directory, List<String> more) throws Exception {
        this(
                directory,
                InetAddress.getLoopbackAddress(),
                System.getProperty("java.class.path"),
                more);
    }

    /**
     * Starts a broker.
     *
     * @param directory for its files; exists
     * @param address where it listens
     * @param classPath with this class and Kafka's server
     */
    public BrokerProcess(Path directory, InetAddress address, String classPath) throws Exception {
        this(directory, address, classPath, List.of());
    }

    private BrokerProcess(Path directory, InetAddress address, String classPath, List<String> more)
            throws Exception {
        this.directory = directory;
        this.classPath = classPath;
        host = address.getHostAddress();
        port = freePort(address);
        writeProperties(freePort(address), more);
        start();
    }

    /** Where clients find it, {@code host:port}. */
    public String bootstrapServers() {
        return host + ":" + port;
    }

    /** Starts it in a new process and waits until it answers. */
    public void start() throws Exception {
        process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                classPath,
                                BrokerProcess.class.getName(),
                                properties().toString(),
                                directory.resolve("formatted").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(
                                        directory.resolve("broker.out").toFile()))
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        awaitAnswer();
    }

    /** As the kernel does it: without a chance to write anything. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Stops it as it should be stopped: all is in its files, and it believes them next time. */
    public void stop() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    /** It lives and answers nobody, until {@link #resume}. */
    public void pause() throws Exception {
        signal("STOP");
        awaitStanding();
    }

    /** Goes on as if nothing had been. */
    public void resume() throws Exception {
        signal("CONT");
        awaitAnswer();
    }

    private void signal(String name) throws Exception {
        int code =
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException("Cannot signal broker: signal=" + name + ", code=" + code);
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** A client for its topics. */
    public Admin admin() {
        return Admin.create(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers(),
                        "request.timeout.ms",
                        5_000,
                        "default.api.timeout.ms",
                        (int) START_TIMEOUT.toMillis()));
    }

    private void awaitAnswer() throws Exception {
        try (Admin admin = admin()) {
            admin.describeCluster().nodes().get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            kill();
            throw new IOException(Files.readString(directory.resolve("broker.out")), e);
        }
    }

    /** Threads stop one by one, and the others answer until then. */
    private void awaitStanding() throws IOException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!stands()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("Cannot stop broker: it goes on, pid=" + process.pid());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private boolean stands() {
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        if (Files.notExists(threads)) {
            return true; // no Linux
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                if (!Files.readString(thread.resolve("status")).contains("State:\tT")) {
                    return false;
                }
            }
        } catch (IOException e) {
            return false; // a thread has just ended
        }
        return true;
    }

    private void writeProperties(int controllerPort, List<String> more) throws IOException {
        List<String> lines =
                List.of(
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@" + host + ":" + controllerPort,
                        "controller.listener.names=CONTROLLER",
                        "listeners=PLAINTEXT://"
                                + bootstrapServers()
                                + ",CONTROLLER://"
                                + host
                                + ":"
                                + controllerPort,
                        "log.dirs=" + directory.resolve("data"),
                        // So that it is let in again soon after it was killed.
                        "broker.heartbeat.interval.ms=200",
                        "broker.session.timeout.ms=1000",
                        "initial.broker.registration.timeout.ms=60000",
                        "auto.create.topics.enable=false",
                        "offsets.topic.replication.factor=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "transaction.state.log.num.partitions=2",
                        "transaction.abort.timed.out.transaction.cleanup.interval.ms=200");
        Files.write(properties(), lines);
        Files.write(properties(), more, StandardOpenOption.APPEND);
    }

    private Path properties() {
        return directory.resolve("server.properties");
    }

    private static int freePort(InetAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, address)) {
            return socket.getLocalPort();
        }
    }

    /** The broker's process: formats its storage the first time, then runs. */
    public static void main(String[] args) throws IOException {
        Path formatted = Path.of(args[1]);
        if (Files.notExists(formatted)) {
            int result =
                    kafka.tools.StorageTool.execute(
                            new String[] {
                                "format", "-t", Uuid.randomUuid().toString(), "-c", args[0]
                            },
                            new PrintStream(OutputStream.nullOutputStream()));
            if (result != 0) {
                throw new IOException("Cannot format storage: code=" + result);
            }
            Files.createFile(formatted);
        }
        kafka.Kafka.main(new String[] {args[0]});
    }
}
