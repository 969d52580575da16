/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hosts on this machine that reach each other and this machine, and nothing else: network
 * namespaces on a bridge. Two hosts can be separated while both still reach this machine.
 */
public final class PrivateNetwork implements AutoCloseable {
    private static final int NETWORKS = 250;
    private static final int FIRST_HOST = 10;

    private final int number;
    private final String bridge;
    private final List<Host> hosts = new ArrayList<>();

    private PrivateNetwork(int number) {
        this.number = number;
        bridge = "tsp" + number;
    }

    /**
     * One host.
     *
     * @param prefix prefix of a command that is to run there
     * @param port port of the bridge to which the host is connected
     */
    public record Host(String namespace, InetAddress address, List<String> prefix, String port) {}

    /** Why there can be no such network here; empty if there can. */
    public static Optional<String> obstacle() {
        Optional<String> missing = Shell.obstacle("ip", "bridge");
        if (missing.isPresent()) {
            return missing;
        }
        try (PrivateNetwork network = create(1)) {
            return network.hosts().isEmpty() ? Optional.of("no host") : Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    /** Creates a network with this number of hosts. */
    public static PrivateNetwork create(int hosts) throws IOException, InterruptedException {
        PrivateNetwork network = new PrivateNetwork(freeNumber());
        try {
            network.setUp(hosts);
            return network;
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    private static int freeNumber() throws IOException {
        int start = (int) (ProcessHandle.current().pid() % NETWORKS);
        for (int i = 0; i < NETWORKS; i++) {
            int number = 1 + (start + i) % NETWORKS;
            if (NetworkInterface.getByName("tsp" + number) == null) {
                return number;
            }
        }
        throw new IOException("Cannot make network: all numbers are in use, count=" + NETWORKS);
    }

    private void setUp(int count) throws IOException, InterruptedException {
        Shell.run("ip link add " + bridge + " type bridge");
        Shell.run("ip addr add " + words(address(1)) + " dev " + bridge);
        Shell.run("ip link set " + bridge + " up");
        for (int i = 0; i < count; i++) {
            String namespace = bridge + "h" + i;
            String port = bridge + "p" + i;
            InetAddress address = address(FIRST_HOST + i);
            Shell.run("ip netns add " + namespace);
            hosts.add(
                    new Host(namespace, address, List.of("ip", "netns", "exec", namespace), port));
            Shell.run("ip link add " + port + " type veth peer name eth0 netns " + namespace);
            Shell.run("ip link set " + port + " master " + bridge);
            Shell.run("ip link set " + port + " up");
            Shell.run("ip -n " + namespace + " addr add " + words(address) + " dev eth0");
            Shell.run("ip -n " + namespace + " link set eth0 up");
            Shell.run("ip -n " + namespace + " link set lo up");
        }
    }

    private InetAddress address(int host) throws IOException {
        return InetAddress.getByAddress(new byte[] {10, (byte) 203, (byte) number, (byte) host});
    }

    private static String words(InetAddress address) {
        return address.getHostAddress() + "/24";
    }

    /** The address of this machine in the network. */
    public InetAddress hub() throws IOException {
        return address(1);
    }

    public List<Host> hosts() {
        return List.copyOf(hosts);
    }

    /** Blocks all traffic between the two hosts from now on. */
    public void separate(Host one, Host other) throws IOException, InterruptedException {
        isolate(one, "on");
        isolate(other, "on");
    }

    /** Undoes {@link #separate}. */
    public void join(Host one, Host other) throws IOException, InterruptedException {
        isolate(one, "off");
        isolate(other, "off");
    }

    private static void isolate(Host host, String onOrOff)
            throws IOException, InterruptedException {
        Shell.run("bridge link set dev " + host.port() + " isolated " + onOrOff);
    }

    /** Deletes the network. The processes on its hosts must have ended. */
    @Override
    public void close() throws IOException, InterruptedException {
        for (Host host : hosts) {
            // A namespace disappears some time after its name, and would keep the port until then.
            delete(host.port());
            Shell.run("ip netns del " + host.namespace());
        }
        delete(bridge);
    }

    private static void delete(String device) throws IOException, InterruptedException {
        if (NetworkInterface.getByName(device) != null) {
            Shell.run("ip link del " + device);
        }
    }
}
