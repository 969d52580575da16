/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.AddressResolution;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.ServiceLoader;

/**
 * Lets the embedded clusters of a JVM share the classes that Flink calls its processes with. Flink
 * loads them for each cluster anew, from a jar that it copies, and the compiler begins anew with
 * them. Found with {@link ServiceLoader}. Thread-safe.
 */
public final class SharedRpcSystem implements RpcSystemLoader {
    /** Of two loaders Flink takes the one with the lower number, and its own has 0. */
    private static final int BEFORE_OTHERS = -1;

    @Override
    public int getLoadPriority() {
        return BEFORE_OTHERS;
    }

    @Override
    public RpcSystem loadRpcSystem(Configuration configuration) {
        return new Unclosed(OfThisJvm.SYSTEM);
    }

    private static final class OfThisJvm {
        static final RpcSystem SYSTEM = load();

        private static RpcSystem load() {
            RpcSystem system =
                    ServiceLoader.load(RpcSystemLoader.class).stream()
                            .map(ServiceLoader.Provider::get)
                            .filter(loader -> !(loader instanceof SharedRpcSystem))
                            .min(Comparator.comparingInt(RpcSystemLoader::getLoadPriority))
                            .orElseThrow()
                            .loadRpcSystem(new Configuration());
            Runtime.getRuntime().addShutdownHook(new Thread(system::close));
            return system;
        }
    }

    /** A cluster closes it when it ends, and others go on. */
    private record Unclosed(RpcSystem system) implements RpcSystem {
        @Override
        public RpcServiceBuilder localServiceBuilder(Configuration configuration) {
            return system.localServiceBuilder(configuration);
        }

        @Override
        public RpcServiceBuilder remoteServiceBuilder(
                Configuration configuration, String address, String ports) {
            return system.remoteServiceBuilder(configuration, address, ports);
        }

        @Override
        public String getRpcUrl(
                String host,
                int port,
                String endpoint,
                AddressResolution resolution,
                Configuration configuration)
                throws UnknownHostException {
            return system.getRpcUrl(host, port, endpoint, resolution, configuration);
        }

        @Override
        public InetSocketAddress getInetSocketAddressFromRpcUrl(String url) throws Exception {
            return system.getInetSocketAddressFromRpcUrl(url);
        }

        @Override
        public long getMaximumMessageSizeInBytes(Configuration configuration) {
            return system.getMaximumMessageSizeInBytes(configuration);
        }
    }
}
