/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.concurrent.Executor;

/**
 * A request.
 *
 * @param method HTTP method, such as GET
 * @param target path and query as they were sent, without the host
 * @param body body; empty if there is none
 * @param authorization header; null if there is none
 * @param host host that the request is for; null if it does not say
 * @param origin header; null if there is none
 * @param contentType header; null if there is none
 * @param idempotencyKey header; several joined by line breaks; null if there is none
 * @param remote address of the sender, for the audit log
 * @param connection runs short work in the thread of the connection
 */
@Internal
public record HttpCall(
        String method,
        String target,
        byte[] body,
        @Nullable String authorization,
        @Nullable String host,
        @Nullable String origin,
        @Nullable String contentType,
        @Nullable String idempotencyKey,
        SocketAddress remote,
        Executor connection) {
    /** A request without the headers that only calls need. */
    public HttpCall(
            String method,
            String target,
            byte[] body,
            @Nullable String authorization,
            @Nullable String host,
            @Nullable String origin,
            SocketAddress remote,
            Executor connection) {
        this(method, target, body, authorization, host, origin, null, null, remote, connection);
    }
}
