/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.hdfs;

import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.examples.trial.ChildJvm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An HDFS with a NameNode and two DataNodes, each a process of its own. Both DataNodes have a
 * replica of each block. One thread at a time.
 */
public final class HdfsCluster implements AutoCloseable {
    private static final List<String> DATA_NODES = List.of("datanode-0", "datanode-1");

    /** Options of clients. A lost DataNode is not replaced, because there is no third one. */
    public static final Map<String, String> CLIENT_OPTIONS =
            Map.of("dfs.replication", Integer.toString(DATA_NODES.size()));

    private static final List<String> JVM_OPTIONS =
            List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
    private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    private static final String ANY_PORT = ":0";
    private static final int ANSWER_TIMEOUT_MS = 5_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String classPath;
    private final Path directory;
    private final Address address;
    private final int rpcPort;
    private final int httpPort;
    private final Map<String, HostProcess> processes = new LinkedHashMap<>();

    private HdfsCluster(String classPath, Path directory, Address address) throws IOException {
        this.classPath = classPath;
        this.directory = Files.createDirectories(directory);
        this.address = address;
        List<Integer> ports = address.freePorts(2);
        rpcPort = ports.get(0);
        httpPort = ports.get(1);
    }

    /**
     * Starts all processes without waiting for them; {@link #awaitAll} does that.
     *
     * @param classPath class path with Hadoop's servers
     * @param directory directory for their files; created
     */
    public static HdfsCluster start(String classPath, Path directory, Address address)
            throws IOException, InterruptedException {
        HdfsCluster cluster = new HdfsCluster(classPath, directory, address);
        try {
            cluster.launch("format", NAME_NODE, Map.of(), "-format", "-nonInteractive").awaitEnd();
            cluster.launchAll();
            return cluster;
        } catch (IOException | InterruptedException e) {
            cluster.close();
            throw e;
        }
    }

    /** URI of the root directory, without a slash at the end. */
    public URI root() {
        return URI.create("hdfs://" + address.host() + ":" + rpcPort);
    }

    /** Sends SIGKILL to one of the DataNodes. */
    public void killDataNode() throws InterruptedException {
        Objects.requireNonNull(processes.get(DATA_NODES.get(0))).kill();
    }

    /** Restarts the killed DataNode without waiting for it. */
    public void restartDataNode() throws IOException {
        launchDataNode(DATA_NODES.get(0));
    }

    /** Sends SIGKILL to the NameNode and all DataNodes. */
    public void killAll() throws InterruptedException {
        for (HostProcess process : processes.values()) {
            process.kill();
        }
    }

    /** Restarts all killed processes, and waits for them. */
    public void restartAll() throws IOException, InterruptedException {
        launchAll();
        awaitAll();
    }

    /** Waits until all processes are up and files can be written. */
    public void awaitAll() throws InterruptedException {
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
                    processes.values().forEach(HostProcess::checkAlive);
                    JsonNode seen = read(state).at("/beans/0");
                    return "Operational".equals(seen.path("FSState").asText())
                            && seen.path("NumLiveDataNodes").asInt() == DATA_NODES.size();
                });
    }

    private static JsonNode read(URI place) throws IOException {
        URLConnection connection = place.toURL().openConnection();
        connection.setConnectTimeout(ANSWER_TIMEOUT_MS);
        connection.setReadTimeout(ANSWER_TIMEOUT_MS);
        try (InputStream answer = connection.getInputStream()) {
            return JSON.readTree(answer);
        }
    }

    private void launchAll() throws IOException {
        launchNameNode();
        for (String dataNode : DATA_NODES) {
            launchDataNode(dataNode);
        }
    }

    private void launchNameNode() throws IOException {
        Map<String, String> options =
                Map.of(
                        "dfs.namenode.http-address",
                        address.host() + ":" + httpPort,
                        "dfs.namenode.safemode.extension",
                        "0",
                        "dfs.namenode.datanode.registration.ip-hostname-check",
                        "false",
                        // So that a lost DataNode is noticed after 12 seconds.
                        "dfs.namenode.heartbeat.recheck-interval",
                        "1000",
                        "dfs.permissions.enabled",
                        "false");
        processes.put("namenode", launch("namenode", NAME_NODE, options));
    }

    private void launchDataNode(String name) throws IOException {
        String anywhere = address.host() + ANY_PORT;
        Map<String, String> options =
                Map.of(
                        "dfs.datanode.data.dir",
                        directory.resolve(name).toUri().toString(),
                        "dfs.datanode.address",
                        anywhere,
                        "dfs.datanode.http.address",
                        anywhere,
                        "dfs.datanode.ipc.address",
                        anywhere);
        processes.put(name, launch(name, DATA_NODE, options));
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
        killAll();
    }
}
