/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.ClusterSettings;
import io.tspoon.cluster.flink.FlinkCluster;
import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.flink.Vertex;
import io.tspoon.cluster.hdfs.HdfsCluster;
import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.cluster.host.PrivateNetwork;
import io.tspoon.cluster.host.SmallDisk;
import io.tspoon.cluster.job.Version;
import io.tspoon.examples.trial.BalanceReader;
import io.tspoon.examples.trial.CallHistory;
import io.tspoon.examples.trial.Readings;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.log.kafka.BrokerProcess;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A highly available cluster of TaskManagers with one slot each, one of them to spare, and a job on
 * it. Where this machine permits, each TaskManager has a host of its own in a private network, and
 * a log on a disk a disk of its own. While the job runs, somebody reads balances.
 */
final class FaultGround implements AutoCloseable {
    private static final int TASK_MANAGERS = 3;

    /** For parallelism 4. */
    private static final int TASK_MANAGERS_OF_CALLED = 5;

    /** No authentication, because only this machine can reach the network. */
    private static final Map<String, String> QUERIES =
            Map.of(
                    "tspoon.query.bind-address",
                    ClusterSettings.HOST,
                    "tspoon.query.allow-unauthenticated",
                    "true");

    private final Resources resources;
    private final Map<String, Address> places = new LinkedHashMap<>();
    private final int taskManagers;
    private final LogPlace logPlace;
    private final FlinkCluster cluster;
    private final Trial trial;
    private final Balances balances;
    private final BalanceReader reader;
    private final @Nullable PrivateNetwork network;
    private final @Nullable SmallDisk disk;
    private final @Nullable BrokerProcess broker;
    private final @Nullable HdfsCluster hdfs;

    private FaultGround(
            FlinkHome home,
            Path directory,
            LogPlace logPlace,
            List<Path> added,
            Map<String, String> options,
            TrialSettings settings,
            Resources resources)
            throws Exception {
        this.resources = resources;
        this.logPlace = logPlace;
        Files.createDirectories(directory);
        // Servers without tokens take calls on loopback only.
        boolean isCalled = settings.version() == Version.CALLED;
        taskManagers = isCalled ? TASK_MANAGERS_OF_CALLED : TASK_MANAGERS;
        network =
                !isCalled && PrivateNetwork.obstacle().isEmpty()
                        ? resources.keep(PrivateNetwork.create(taskManagers))
                        : null;
        disk =
                logPlace == LogPlace.FILES && SmallDisk.obstacle().isEmpty()
                        ? resources.keep(SmallDisk.create(directory))
                        : null;
        Map<String, String> all = new HashMap<>(Trial.PATIENT);
        all.put("tspoon.query.enabled", "true");
        all.putAll(options);
        InetAddress hub = network == null ? InetAddress.getLoopbackAddress() : network.hub();
        broker =
                logPlace == LogPlace.KAFKA
                        ? resources.keep(
                                new BrokerProcess(
                                        Files.createDirectories(directory.resolve("broker")),
                                        hub,
                                        home.brokerClassPath()))
                        : null;
        Address master = new Address(hub, List.of());
        List<Path> library = new ArrayList<>(added);
        if (logPlace == LogPlace.HDFS) {
            hdfs =
                    resources.keep(
                            HdfsCluster.start(
                                    home.hdfsClassPath(), directory.resolve("hdfs"), master));
            hdfs.awaitAll();
            HdfsCluster.CLIENT_OPTIONS.forEach(
                    (key, value) -> all.put("flink.hadoop." + key, value));
            library.addAll(home.hadoopClientJars());
        } else {
            hdfs = null;
        }
        cluster =
                resources.keep(
                        FlinkCluster.start(
                                home,
                                new ClusterSettings(directory, library, true, 1, all, QUERIES),
                                master));
        for (int i = 0; i < taskManagers; i++) {
            start(address(i));
        }
        trial =
                resources.keep(
                        new Trial(
                                cluster.rest(),
                                home.jobJar(),
                                directory,
                                log(directory),
                                hub,
                                settings));
        cluster.awaitTaskManagers(taskManagers);
        balances = resources.keep(Balances.open(cluster.rest().address()));
        reader = resources.keep(balances.reader());
    }

    /**
     * Starts everything except the job, which has its log there, too. One that takes calls has no
     * network of its own.
     *
     * @param options options of Flink
     */
    static FaultGround open(
            FlinkHome home,
            Path directory,
            LogPlace logPlace,
            Map<String, String> options,
            TrialSettings settings)
            throws Exception {
        return open(home, directory, logPlace, List.of(), options, settings);
    }

    /**
     * The same with more jars.
     *
     * @param library jars to add to Flink's lib
     */
    static FaultGround open(
            FlinkHome home,
            Path directory,
            LogPlace logPlace,
            List<Path> library,
            Map<String, String> options,
            TrialSettings settings)
            throws Exception {
        Resources resources = new Resources();
        try {
            return new FaultGround(
                    home, directory, logPlace, library, options, settings, resources);
        } catch (Exception e) {
            resources.close();
            throw e;
        }
    }

    private URI log(Path directory) {
        if (broker != null) {
            return URI.create("kafka://" + broker.bootstrapServers() + "/log");
        }
        if (hdfs != null) {
            return URI.create(hdfs.root() + "/log");
        }
        return (disk == null ? directory : disk.root()).resolve("log").toUri();
    }

    private Address address(int index) {
        if (network == null) {
            return Address.loopback();
        }
        PrivateNetwork.Host host = network.hosts().get(index);
        return new Address(host.address(), host.prefix());
    }

    private void start(Address place) throws IOException {
        places.put(cluster.startTaskManager(place).name(), place);
    }

    /**
     * Ends the job, and judges what is left and what queries have shown.
     *
     * @throws IllegalStateException if they have shown nothing
     */
    Verdict finish() throws IOException, InterruptedException {
        return finish(CallHistory.NONE);
    }

    /** The same for what callers were answered, too. They have ended. */
    Verdict finish(CallHistory calls) throws IOException, InterruptedException {
        reader.close();
        Readings readings = reader.readings();
        if (readings.shown().isEmpty()) {
            throw new IllegalStateException(
                    "Cannot judge queries: none was answered, unanswered=" + readings.unanswered());
        }
        return trial.finish(readings, calls);
    }

    FlinkCluster cluster() {
        return cluster;
    }

    Trial trial() {
        return trial;
    }

    Balances balances() {
        return balances;
    }

    /**
     * @throws IllegalStateException if this machine does not permit a disk of its own
     */
    SmallDisk disk() {
        if (disk == null) {
            throw new IllegalStateException("Cannot use disk: " + SmallDisk.obstacle());
        }
        return disk;
    }

    /**
     * @throws IllegalStateException if the log is not in Kafka
     */
    BrokerProcess broker() {
        if (broker == null) {
            throw new IllegalStateException("Cannot use broker: the log is not in Kafka");
        }
        return broker;
    }

    /**
     * @throws IllegalStateException if the log is not on HDFS
     */
    HdfsCluster hdfs() {
        if (hdfs == null) {
            throw new IllegalStateException("Cannot use HDFS: the log is not there");
        }
        return hdfs;
    }

    LogPlace logPlace() {
        return logPlace;
    }

    /** TaskManagers that hold state of the t-graph. */
    List<HostProcess> workers() throws IOException, InterruptedException {
        for (Vertex vertex : cluster.rest().vertices(trial.job())) {
            if (vertex.name().contains("balance")) {
                return vertex.taskManagers().stream().distinct().map(cluster::taskManager).toList();
            }
        }
        throw new IllegalStateException("Cannot find state: no vertex of the job has it");
    }

    List<Long> taskManagerIds() {
        return cluster.taskManagers().stream().map(HostProcess::pid).toList();
    }

    /** Starts another TaskManager in the place of one that is gone. */
    void replace(HostProcess gone) throws IOException {
        Address place = places.get(gone.name());
        if (place == null) {
            throw new IllegalStateException(
                    "Cannot replace TaskManager: it is not of this cluster");
        }
        start(place);
    }

    /** Cuts the connection between two TaskManagers. */
    void separate(HostProcess one, HostProcess other) throws IOException, InterruptedException {
        network().separate(host(one), host(other));
    }

    /** Undoes {@link #separate}. */
    void join(HostProcess one, HostProcess other) throws IOException, InterruptedException {
        network().join(host(one), host(other));
    }

    private PrivateNetwork network() {
        if (network == null) {
            throw new IllegalStateException("Cannot use network: " + PrivateNetwork.obstacle());
        }
        return network;
    }

    private PrivateNetwork.Host host(HostProcess taskManager) {
        Address place = places.get(taskManager.name());
        return network().hosts().stream()
                .filter(host -> place != null && host.address().equals(place.address()))
                .findAny()
                .orElseThrow();
    }

    /** Waits until there are as many TaskManagers as at the start. */
    void awaitTaskManagers() throws IOException, InterruptedException {
        cluster.awaitTaskManagers(taskManagers);
    }

    @Override
    public void close() throws Exception {
        resources.close();
    }
}
