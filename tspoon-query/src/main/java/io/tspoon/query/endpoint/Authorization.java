/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.endpoint.Caller.Peering;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decides who has sent a request, and what it may do.
 *
 * <p>Without a token the server listens on loopback only. Even there a web page that is open in a
 * browser on this machine could reach it, through a host name that resolves to this machine or by
 * cross-origin requests. So without a token the Host header must name this machine, and the origin
 * must be that host.
 */
@Internal
public final class Authorization {
    private static final String SCHEME = "bearer ";

    private final Tokens tokens;
    private final Caller anybody;
    private final Set<String> hosts;

    /**
     * What tokens there are.
     *
     * @param reading token of those who may read, and nothing else; null for none
     * @param named tokens of those who have names; null for none
     * @param ofPeers token of the other servers of the job; null if they use that for reading
     */
    public record Known(
            @Nullable String reading, @Nullable Tokens named, @Nullable String ofPeers) {}

    /**
     * @param callable whether calls are let in if there is no token at all
     * @param hosts names of this server, in lower case
     */
    public Authorization(Known known, boolean callable, Set<String> hosts) {
        Tokens all = known.named() == null ? Tokens.parse(List.of()) : known.named();
        if (known.reading() != null) {
            Peering shared = known.ofPeers() == null ? Peering.READS : Peering.NONE;
            all = all.with(known.reading(), new Caller("", true, shared, CallScopes.NONE));
        }
        if (known.ofPeers() != null) {
            all = all.with(known.ofPeers(), new Caller("", false, Peering.CALLS, CallScopes.NONE));
        }
        tokens = all;
        anybody =
                callable
                        ? new Caller("", true, Peering.CALLS, CallScopes.ALL)
                        : new Caller("", true, Peering.READS, CallScopes.NONE);
        this.hosts = hosts;
    }

    /**
     * Who has sent a request.
     *
     * @throws QueryException if it may do nothing
     */
    Caller check(HttpCall call) {
        if (!tokens.isEmpty()) {
            String given = call.authorization();
            Caller caller =
                    given == null || !given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                            ? null
                            : tokens.find(given.substring(SCHEME.length()).trim());
            if (caller == null) {
                throw new QueryException(
                        FailureReason.UNAUTHENTICATED,
                        "[TSP-4022] Cannot let request in: its bearer token is missing or wrong.");
            }
            return caller;
        }
        String host = call.host();
        if (host != null && !isOwn(host)) {
            throw new QueryException(
                    FailureReason.MISDIRECTED,
                    "[TSP-4023] Cannot let request in: its Host header is not the address of this"
                            + " server.");
        }
        String origin = call.origin();
        if (origin != null && (host == null || !origin.endsWith("://" + host))) {
            throw new QueryException(
                    FailureReason.MISDIRECTED,
                    "[TSP-4024] Cannot let request in: it comes from a page of another server.");
        }
        return anybody;
    }

    private boolean isOwn(String hostAndPort) {
        String host = hostAndPort.toLowerCase(Locale.ROOT);
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        String name = end > 0 ? host.substring(0, end) : host;
        // An IP address cannot be a foreign name that resolves to this machine.
        return hosts.contains(name)
                || name.startsWith("[")
                || name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
