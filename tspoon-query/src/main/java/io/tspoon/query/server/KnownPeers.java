/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.peer.Peer;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The servers of a job by address. If too many other servers are known, all are forgotten, and made
 * again when they are needed: a gateway may see new addresses for years. Any thread may use it.
 */
final class KnownPeers {
    static final int MAX_OTHERS = 1_000;

    private final String address;
    private final @Nullable Peer own;
    private final Map<String, Peer> others = new ConcurrentHashMap<>();

    /**
     * @param address address of this server
     * @param own the server in this process; null in a gateway
     */
    KnownPeers(String address, @Nullable Peer own) {
        this.address = address;
        this.own = own;
    }

    /** The server at an address; made if it is not known. */
    Peer computeIfAbsent(String at, Function<String, Peer> other) {
        if (own != null && at.equals(address)) {
            return own;
        }
        Peer known = others.get(at);
        if (known != null) {
            return known;
        }
        if (others.size() >= MAX_OTHERS) {
            others.clear();
        }
        return others.computeIfAbsent(at, other);
    }

    /** The number of known other servers. */
    int size() {
        return others.size();
    }
}
