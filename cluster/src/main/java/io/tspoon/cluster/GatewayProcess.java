/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.host.Address;
import io.tspoon.cluster.host.HostProcess;
import io.tspoon.examples.trial.ChildJvm;
import io.tspoon.query.server.Gateway;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A gateway in a process of its own, as users run it. */
final class GatewayProcess implements AutoCloseable {
    private final HostProcess process;
    private final URI address;

    private GatewayProcess(HostProcess process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts a gateway without waiting for it.
     *
     * @param flink REST address of the cluster
     * @param log file for its output
     * @param more arguments
     */
    static GatewayProcess start(FlinkHome home, URI flink, Path log, String... more)
            throws IOException {
        Address place = Address.loopback();
        int port = place.freePorts(1).get(0);
        List<String> options = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m");
        List<String> command =
                ChildJvm.command(
                        options, home.classPath(home.libraryJars()), Gateway.class.getName());
        command.addAll(List.of(flink.toString(), "--port", Integer.toString(port)));
        command.addAll(List.of(more));
        return new GatewayProcess(
                HostProcess.start("gateway", log, command),
                URI.create("http://" + place.host() + ":" + port));
    }

    HostProcess process() {
        return process;
    }

    /** Where it answers. */
    URI address() {
        return address;
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }
}
