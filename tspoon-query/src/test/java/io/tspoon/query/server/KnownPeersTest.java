/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.PeerRequest;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

class KnownPeersTest {
    private static final String HERE = "http://here:1";
    private static final int ADDRESSES = 3 * KnownPeers.MAX_OTHERS;

    private final List<String> made = new ArrayList<>();

    @Test
    void othersAreForgottenWhenTheyAreMany() {
        Peer own = peer(HERE);
        KnownPeers peers = new KnownPeers(HERE, own);
        for (int i = 0; i < ADDRESSES; i++) {
            String address = "http://pod-" + i + ":1";
            Peer other = peers.computeIfAbsent(address, this::make);

            assertThat(peers.computeIfAbsent(address, this::make)).isSameAs(other);
            assertThat(peers.computeIfAbsent(HERE, this::make)).isSameAs(own);
            assertThat(peers.size()).isBetween(1, KnownPeers.MAX_OTHERS);
        }
        assertThat(made).hasSize(ADDRESSES).doesNotContain(HERE);
    }

    @Test
    void aGatewayHasNoneOfItsOwn() {
        KnownPeers peers = new KnownPeers(HERE, null);

        assertThat(peers.computeIfAbsent(HERE, this::make)).isNotNull();
        assertThat(made).containsExactly(HERE);
    }

    private Peer make(String address) {
        made.add(address);
        return peer(address);
    }

    private static Peer peer(String address) {
        return new Peer() {
            @Override
            public <A> CompletableFuture<A> call(PeerRequest<A> request, long timeoutMs) {
                return CompletableFuture.failedFuture(new IllegalStateException(address));
            }
        };
    }
}
