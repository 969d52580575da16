/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import io.tspoon.cluster.host.Address;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The configuration of a cluster's processes: little memory, and failures detected within seconds.
 */
final class ClusterConfiguration {
    static final int PORTS = 3;

    private final ClusterSettings settings;
    private final Address master;
    private final int rpcPort;
    private final int restPort;
    private final int zooKeeperPort;

    /**
     * @param ports free ports, {@value #PORTS} of them
     */
    ClusterConfiguration(ClusterSettings settings, Address master, List<Integer> ports) {
        this.settings = settings;
        this.master = master;
        rpcPort = ports.get(0);
        restPort = ports.get(1);
        zooKeeperPort = ports.get(2);
    }

    int restPort() {
        return restPort;
    }

    Map<String, String> common() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("jobmanager.rpc.address", master.host());
        options.put("jobmanager.rpc.port", Integer.toString(rpcPort));
        options.put("jobmanager.bind-host", master.host());
        options.put("rest.address", master.host());
        options.put("rest.bind-address", master.host());
        options.put("rest.port", Integer.toString(restPort));
        options.put("rest.bind-port", Integer.toString(restPort));
        options.put("web.tmpdir", settings.directory().resolve("web").toString());
        options.put("process.working-dir", settings.directory().resolve("work").toString());
        // A busy machine must not count as a fault.
        options.put("pekko.ask.timeout", "1 min");
        options.put("client.timeout", "4 min");
        options.put("heartbeat.interval", "1 s");
        options.put("heartbeat.timeout", "30 s");
        // Soon at first; a fault that lasts must not have the job start again all the time.
        options.put("restart-strategy.type", "exponential-delay");
        options.put("restart-strategy.exponential-delay.initial-backoff", "200 ms");
        options.put("restart-strategy.exponential-delay.backoff-multiplier", "1.5");
        options.put("restart-strategy.exponential-delay.max-backoff", "2 s");
        options.put("restart-strategy.exponential-delay.reset-backoff-threshold", "5 s");
        options.put("execution.checkpointing.interval", "1 s");
        options.put("execution.checkpointing.dir", settings.checkpoints().toUri().toString());
        options.put(
                "execution.checkpointing.savepoint-dir", settings.savepoints().toUri().toString());
        options.put("taskmanager.load-balance.mode", "SLOTS");
        if (settings.highlyAvailable()) {
            options.put("high-availability.type", "zookeeper");
            options.put("high-availability.zookeeper.quorum", master.host() + ":" + zooKeeperPort);
            options.put("high-availability.storageDir", settings.storage().toUri().toString());
            options.put("high-availability.zookeeper.client.session-timeout", "15 s");
            options.put("high-availability.zookeeper.client.connection-timeout", "15 s");
        }
        options.putAll(settings.options());
        return options;
    }

    Map<String, String> taskManager(String name, Address address) {
        Map<String, String> options = common();
        options.put("taskmanager.resource-id", name);
        options.put("taskmanager.host", address.host());
        options.put("taskmanager.bind-host", address.host());
        options.put("taskmanager.numberOfTaskSlots", Integer.toString(settings.slots()));
        // Flink's start scripts would set all of these; a process started without them needs them.
        options.put("taskmanager.cpu.cores", "1.0");
        options.put("taskmanager.memory.task.heap.size", "256m");
        options.put("taskmanager.memory.task.off-heap.size", "0m");
        options.put("taskmanager.memory.managed.size", "64m");
        options.put("taskmanager.memory.network.min", "32m");
        options.put("taskmanager.memory.network.max", "32m");
        options.put("taskmanager.memory.framework.heap.size", "128m");
        options.put("taskmanager.memory.framework.off-heap.size", "128m");
        options.put("taskmanager.memory.jvm-metaspace.size", "160m");
        options.put("taskmanager.memory.jvm-overhead.min", "64m");
        options.put("taskmanager.memory.jvm-overhead.max", "64m");
        settings.taskManagerOptions()
                .forEach(
                        (key, value) ->
                                options.put(
                                        key, value.replace(ClusterSettings.HOST, address.host())));
        return options;
    }

    String zooKeeper() {
        return "dataDir="
                + settings.directory().resolve("zookeeper")
                + "\nclientPort="
                + zooKeeperPort
                + "\nclientPortAddress="
                + master.host()
                + "\ntickTime=1000\ninitLimit=10\nsyncLimit=5\nadmin.enableServer=false\n";
    }

    static String yaml(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> option.getKey() + ": \"" + option.getValue() + "\"\n")
                .collect(Collectors.joining());
    }
}
