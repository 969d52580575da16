/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;

/**
 * Decides who may read.
 *
 * <p>Without a token the server listens on loopback only. Even there a web page that is open in a
 * browser on this machine could reach it, through a host name that resolves to this machine or by
 * cross-origin requests. So without a token the Host header must name this machine, and the origin
 * must be that host.
 */
@Internal
public final class Authorization {
    private static final String SCHEME = "bearer ";

    private final byte @Nullable [] token;
    private final Set<String> hosts;

    /**
     * @param token token that requests must carry; null for none
     * @param hosts names of this server, in lower case
     */
    public Authorization(@Nullable String token, Set<String> hosts) {
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
        this.hosts = hosts;
    }

    /**
     * @throws QueryException if the sender of the request may not read
     */
    void check(HttpCall call) {
        if (token != null) {
            String given = call.authorization();
            if (given == null
                    || !given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                    || !MessageDigest.isEqual(
                            token,
                            given.substring(SCHEME.length())
                                    .trim()
                                    .getBytes(StandardCharsets.UTF_8))) {
                throw new QueryException(
                        FailureReason.UNAUTHENTICATED,
                        "[TSP-4022] Cannot let request in: its bearer token is missing or wrong.");
            }
            return;
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
