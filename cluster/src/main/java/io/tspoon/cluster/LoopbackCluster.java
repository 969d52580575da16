/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.ClusterSettings;
import io.tspoon.cluster.flink.FlinkCluster;
import io.tspoon.cluster.flink.FlinkCommandLine;
import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.HostProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A cluster for one or several trials: a JobManager and two TaskManagers with two slots each, on
 * loopback. A TaskManager that was killed can be replaced.
 */
final class LoopbackCluster implements AutoCloseable {
    static final int SLOTS = 4;

    private static final int TASK_MANAGERS = 2;

    private final Resources resources = new Resources();
    private final Path directory;
    private final FlinkCluster cluster;

    /** Where the TaskManagers are, by name. */
    private final Map<String, Address> places = new HashMap<>();

    private LoopbackCluster(FlinkHome home, ClusterSettings settings, List<Address> places)
            throws IOException {
        directory = settings.directory();
        cluster = resources.keep(FlinkCluster.start(home, settings, Address.loopback()));
        for (Address place : places) {
            start(place);
        }
    }

    /**
     * Starts the cluster and waits until it is complete.
     *
     * @param library jars to add to Flink's lib
     * @param options options of Flink
     */
    static LoopbackCluster start(
            FlinkHome home, Path directory, List<Path> library, Map<String, String> options)
            throws Exception {
        List<Address> places = Collections.nCopies(TASK_MANAGERS, Address.loopback());
        return start(home, directory, library, options, places, Map.of());
    }

    /**
     * The same with two addresses of loopback.
     *
     * @param places one for each TaskManager
     * @param taskManagerOptions as of {@link ClusterSettings}
     */
    static LoopbackCluster start(
            FlinkHome home,
            Path directory,
            List<Path> library,
            Map<String, String> options,
            List<Address> places,
            Map<String, String> taskManagerOptions)
            throws Exception {
        Map<String, String> all = new HashMap<>(Trial.PATIENT);
        all.putAll(options);
        ClusterSettings settings =
                new ClusterSettings(
                        Files.createDirectories(directory),
                        library,
                        false,
                        SLOTS / TASK_MANAGERS,
                        all,
                        taskManagerOptions);
        LoopbackCluster started = new LoopbackCluster(home, settings, places);
        try {
            started.awaitAll();
            return started;
        } catch (Exception e) {
            started.close();
            throw e;
        }
    }

    private void start(Address place) throws IOException {
        places.put(cluster.startTaskManager(place).name(), place);
    }

    /** Starts another TaskManager in the place of one that is gone. */
    void replace(HostProcess gone) throws IOException {
        start(place(gone.name()));
    }

    /** Waits until there are as many TaskManagers as at the start. */
    void awaitAll() throws IOException, InterruptedException {
        cluster.awaitTaskManagers(TASK_MANAGERS);
    }

    /** Where a TaskManager is, by its name. */
    Address place(String taskManager) {
        return Objects.requireNonNull(places.get(taskManager));
    }

    FlinkCluster flink() {
        return cluster;
    }

    FlinkRest rest() {
        return cluster.rest();
    }

    /** The JobManager and the TaskManagers. */
    List<HostProcess> processes() {
        return Stream.concat(Stream.of(cluster.jobManager()), cluster.taskManagers().stream())
                .toList();
    }

    FlinkCommandLine commandLine() throws IOException {
        return cluster.commandLine();
    }

    /** Prepares a job from the jar, with its own files. */
    Trial trial(String name, Path jar, TrialSettings settings) throws IOException {
        Path files = directory.resolve(name);
        return resources.keep(
                new Trial(
                        rest(),
                        jar,
                        files,
                        files.resolve("log").toUri(),
                        Address.loopback().address(),
                        settings));
    }

    @Override
    public void close() throws Exception {
        resources.close();
    }
}
