/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.hdfs;

import io.tspoon.cluster.flink.Address;
import io.tspoon.cluster.flink.Await;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.examples.trial.ChildJvm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A NameNode and two DataNodes, which both have each block; each is a process of its own. For one
 * thread at a time.
 */
public final class HdfsCluster implements AutoCloseable {
    private static final int DATA_NODES = 2;

    /** Options of clients: there is no third DataNode in the place of one that is lost. */
    public static final Map<String, String> CLIENT_OPTIONS =
            Map.of("dfs.replication", Integer.toString(DATA_NODES));

    private static final List<String> JVM_OPTIONS =
            List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
    private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    private static final String ANY_PORT = ":0";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String classPath;
    private final Path directory;
    private final Address address;
    private final int rpcPort;
    private final int httpPort;
    private final List<HostProcess> dataNodes = new ArrayList<>();
    private HostProcess nameNode;

    private HdfsCluster(String classPath, Path directory, Address address)
            throws IOException, InterruptedException {
        this.classPath = classPath;
        this.directory = Files.createDirectories(directory);
        this.address = address;
        List<Integer> ports = address.freePorts(2);
        rpcPort = ports.get(0);
        httpPort = ports.get(1);
        launch("format", NAME_NODE, Map.of(), "-format", "-nonInteractive").awaitEnd();
        nameNode = launchNameNode();
        for (int i = 0; i < DATA_NODES; i++) {
            dataNodes.add(launchDataNode(i));
        }
    }

    /**
     * Starts all processes and waits until one can write to them.
     *
     * @param classPath with Hadoop's servers
     * @param directory for their files; created
     */
    public static HdfsCluster start(String classPath, Path directory, Address address)
            throws IOException, InterruptedException {
        HdfsCluster started = new HdfsCluster(classPath, directory, address);
        try {
            started.awaitAll();
            return started;
        } catch (IllegalStateException e) {
            started.close();
            throw e;
        }
    }

    /** Of its root, without a slash at the end. */
    public URI root() {
        return URI.create("hdfs://" + address.host() + ":" + rpcPort);
    }

    /** SIGKILL for one of the DataNodes. */
    public void killDataNode() throws InterruptedException {
        dataNodes.get(0).kill();
    }

    /** Starts the DataNode that was killed again, and waits for it. */
    public void restartDataNode() throws IOException, InterruptedException {
        dataNodes.set(0, launchDataNode(0));
        awaitAll();
    }

    /** SIGKILL for the NameNode and all DataNodes. */
    public void killAll() throws InterruptedException {
        nameNode.kill();
        for (HostProcess dataNode : dataNodes) {
            dataNode.kill();
        }
    }

    /** Starts all that were killed again, and waits for them. */
    public void restartAll() throws IOException, InterruptedException {
        nameNode = launchNameNode();
        for (int i = 0; i < DATA_NODES; i++) {
            dataNodes.set(i, launchDataNode(i));
        }
        awaitAll();
    }

    private void awaitAll() throws InterruptedException {
        URI state =
                URI.create(
                        "http://"
                                + address.host()
                                + ":"
                                + httpPort
                                + "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState");
        Await.until(
                "HDFS to be complete, logs=" + directory,
                () -> {
                    try (InputStream answer = state.toURL().openStream()) {
                        JsonNode seen = JSON.readTree(answer).at("/beans/0");
                        return "Operational".equals(seen.path("FSState").asText())
                                && seen.path("NumLiveDataNodes").asInt() == DATA_NODES;
                    }
                });
    }

    private HostProcess launchNameNode() throws IOException {
        return launch(
                "namenode",
                NAME_NODE,
                Map.of(
                        "dfs.namenode.http-address",
                        address.host() + ":" + httpPort,
                        "dfs.namenode.safemode.extension",
                        "0",
                        "dfs.namenode.datanode.registration.ip-hostname-check",
                        "false",
                        // One that is gone is known to be so after 12 seconds.
                        "dfs.namenode.heartbeat.recheck-interval",
                        "1000",
                        "dfs.permissions.enabled",
                        "false"));
    }

    private HostProcess launchDataNode(int index) throws IOException {
        String anywhere = address.host() + ANY_PORT;
        String name = "datanode-" + index;
        return launch(
                name,
                DATA_NODE,
                Map.of(
                        "dfs.datanode.data.dir",
                        directory.resolve(name).toUri().toString(),
                        "dfs.datanode.address",
                        anywhere,
                        "dfs.datanode.http.address",
                        anywhere,
                        "dfs.datanode.ipc.address",
                        anywhere));
    }

    private HostProcess launch(
            String name, String main, Map<String, String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(address.prefix());
        command.addAll(ChildJvm.command(JVM_OPTIONS, classPath, main));
        Map<String, String> all = new LinkedHashMap<>(CLIENT_OPTIONS);
        all.put("fs.defaultFS", root().toString());
        all.put("dfs.namenode.name.dir", directory.resolve("names").toUri().toString());
        all.put("dfs.heartbeat.interval", "1");
        all.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
        all.putAll(options);
        all.forEach(
                (key, value) -> {
                    command.add("-D");
                    command.add(key + "=" + value);
                });
        command.addAll(List.of(arguments));
        return HostProcess.start(name, directory.resolve(name + ".log"), command);
    }

    /** Kills all processes. */
    @Override
    public void close() throws InterruptedException {
        for (HostProcess dataNode : dataNodes) {
            dataNode.close();
        }
        nameNode.close();
    }
}
