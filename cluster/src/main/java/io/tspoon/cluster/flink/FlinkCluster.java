/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.examples.trial.ChildJvm;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A Flink cluster of processes: a JobManager, any number of TaskManagers, and ZooKeeper if it is
 * highly available. One thread at a time.
 */
public final class FlinkCluster implements AutoCloseable {

    /** Up to six JVMs start at the same time, and live for only a minute or two. */
    private static final List<String> QUICK_START =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    /**
     * The default of ten seconds is too short on a busy machine, and Flink's own option does not
     * apply.
     */
    private static final String NETWORK_START = "-Dpekko.remote.classic.startup-timeout=300s";

    private static final String JOB_MANAGER_HEAP = "-Xmx320m";
    private static final String TASK_MANAGER_HEAP = "-Xmx512m";
    private static final String CLIENT_HEAP = "-Xmx128m";
    private static final String ZOOKEEPER_HEAP = "-Xmx64m";

    /** A process always logs to its own file, whatever the log level of this process. */
    private static final URL LOGGING =
            Objects.requireNonNull(FlinkCluster.class.getResource("process-log4j2.properties"));

    private final FlinkHome home;
    private final ClusterSettings settings;
    private final ClusterConfiguration configuration;
    private final FlinkRest rest;
    private final Address master;
    private final List<HostProcess> taskManagers = new ArrayList<>();
    private @Nullable HostProcess zooKeeper;
    private HostProcess jobManager;
    private int started;

    private FlinkCluster(FlinkHome home, ClusterSettings settings, Address master)
            throws IOException {
        this.home = home;
        this.settings = settings;
        this.master = master;
        configuration =
                new ClusterConfiguration(
                        settings, master, master.freePorts(ClusterConfiguration.PORTS));
        rest = new FlinkRest(new InetSocketAddress(master.address(), configuration.restPort()));
        if (settings.highlyAvailable()) {
            zooKeeper = startZooKeeper();
        }
        jobManager = startJobManager();
    }

    /**
     * Starts the cluster without TaskManagers.
     *
     * @param master address of the JobManager
     */
    public static FlinkCluster start(FlinkHome home, ClusterSettings settings, Address master)
            throws IOException {
        return new FlinkCluster(home, settings, master);
    }

    /** Starts a TaskManager without waiting for it. */
    public HostProcess startTaskManager(Address address) throws IOException {
        String name = "taskmanager-" + started++;
        HostProcess process =
                launch(
                        name,
                        address,
                        TASK_MANAGER_HEAP,
                        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                        configuration.taskManager(name, address));
        taskManagers.add(process);
        return process;
    }

    /** Waits until exactly this number of TaskManagers is registered. */
    public void awaitTaskManagers(int count) throws IOException, InterruptedException {
        Await.until(
                "TaskManagers to register, count=" + count + ", logs=" + settings.directory(),
                () -> {
                    checkAlive();
                    return rest.isUp() && rest.taskManagers().size() == count;
                });
    }

    private void checkAlive() {
        List<HostProcess> processes = new ArrayList<>(taskManagers);
        processes.add(jobManager);
        if (zooKeeper != null) {
            processes.add(zooKeeper);
        }
        processes.forEach(HostProcess::checkAlive);
    }

    public FlinkRest rest() {
        return rest;
    }

    /** Flink's command line, with the same jars as the cluster. */
    public FlinkCommandLine commandLine() throws IOException {
        return new FlinkCommandLine(
                command(master, CLIENT_HEAP, FlinkCommandLine.MAIN, List.of()),
                rest.address(),
                configuration.common(),
                settings.directory().resolve("commandline"));
    }

    public HostProcess jobManager() {
        return jobManager;
    }

    /** Starts another JobManager in place of one that was killed. */
    public void restartJobManager() throws IOException {
        jobManager = startJobManager();
    }

    /** TaskManagers whose processes exist, even if they are frozen. */
    public List<HostProcess> taskManagers() {
        return taskManagers.stream().filter(HostProcess::isAlive).toList();
    }

    /** The TaskManager with this name. */
    public HostProcess taskManager(String name) {
        return taskManagers.stream()
                .filter(process -> process.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private HostProcess startJobManager() throws IOException {
        return launch(
                "jobmanager",
                master,
                JOB_MANAGER_HEAP,
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                configuration.common());
    }

    private HostProcess startZooKeeper() throws IOException {
        Path file = settings.directory().resolve("zoo.cfg");
        Files.writeString(file, configuration.zooKeeper());
        return HostProcess.start(
                "zookeeper",
                settings.directory().resolve("zookeeper.log"),
                command(
                        master,
                        ZOOKEEPER_HEAP,
                        "org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer",
                        List.of("--zkConfigFile", file.toString(), "--peerId", "1")));
    }

    private HostProcess launch(
            String name, Address address, String heap, String main, Map<String, String> options)
            throws IOException {
        Path directory = Files.createDirectories(settings.directory().resolve(name));
        Files.writeString(directory.resolve("config.yaml"), ClusterConfiguration.yaml(options));
        return HostProcess.start(
                name,
                settings.directory().resolve(name + ".log"),
                command(address, heap, main, List.of("--configDir", directory.toString())));
    }

    private List<String> command(
            Address address, String heap, String main, List<String> arguments) {
        List<String> command = new ArrayList<>(address.prefix());
        List<String> options = new ArrayList<>(QUICK_START);
        options.add(heap);
        options.add(NETWORK_START);
        options.add("-Dlog4j2.configurationFile=" + LOGGING);
        options.add("-Djava.io.tmpdir=" + settings.directory());
        command.addAll(ChildJvm.command(options, home.classPath(settings.library()), main));
        command.addAll(arguments);
        return command;
    }

    /** Kills all processes. */
    @Override
    public void close() throws InterruptedException {
        for (HostProcess taskManager : taskManagers) {
            taskManager.close();
        }
        jobManager.close();
        if (zooKeeper != null) {
            zooKeeper.close();
        }
    }
}
