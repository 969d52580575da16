/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;

/**
 * Who may read.
 *
 * <p>Without a token the server listens on loopback only, where a web page that somebody opens on
 * this machine could still reach it: by a name that it points to this machine, or by requests
 * across origins. So then the host must be this one, and the origin the host.
 */
final class Access {
    private static final String SCHEME = "bearer ";

    private final byte @Nullable [] token;
    private final Set<String> hosts;

    /**
     * @param token that requests must carry; null for none
     * @param hosts names of this server, in lower case
     */
    Access(@Nullable String token, Set<String> hosts) {
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
                        "Cannot let request in: its bearer token is missing or wrong.");
            }
            return;
        }
        String host = call.host();
        if (host != null && !isOwn(host)) {
            throw new QueryException(
                    FailureReason.MISDIRECTED,
                    "Cannot let request in: its Host header is not the address of this server.");
        }
        String origin = call.origin();
        if (origin != null && (host == null || !origin.endsWith("://" + host))) {
            throw new QueryException(
                    FailureReason.MISDIRECTED,
                    "Cannot let request in: it comes from a page of another server.");
        }
    }

    private boolean isOwn(String hostAndPort) {
        String host = hostAndPort.toLowerCase(Locale.ROOT);
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        String name = end > 0 ? host.substring(0, end) : host;
        // An address is never somebody else's name for this machine.
        return hosts.contains(name)
                || name.startsWith("[")
                || name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
