/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.endpoint.HttpAnswer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Checks that a request says for which host it is, once and without doubt (RFC 9112, 3.2).
 * Otherwise a proxy and this server could take it for requests to different hosts.
 */
final class HostHeader {
    /** A host and maybe a port, as a regular expression. */
    static final String HOST =
            "(?:\\[[0-9A-Fa-f:.]+]"
                    + "|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::[0-9]{0,5})?";

    private static final Pattern VALID = Pattern.compile(HOST);

    private HostHeader() {}

    /** The answer to a request with a wrong Host header; null if it is right. */
    static @Nullable HttpAnswer refusal(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        boolean mayLackIt = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        String why;
        if (hosts.isEmpty()) {
            why = mayLackIt ? "" : "it has no Host header";
        } else if (hosts.size() > 1) {
            why = "it has more than one Host header";
        } else {
            why = VALID.matcher(hosts.get(0)).matches() ? "" : "its Host header names no host";
        }
        return why.isEmpty()
                ? null
                : HttpAnswer.problem(
                        FailureReason.INVALID_REQUEST.status(),
                        FailureReason.INVALID_REQUEST,
                        "[TSP-4004] Cannot read request: " + why + ". Send exactly one.");
    }
}
