/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that gives prepared answers in turn, the last one again and again. */
final class ScriptedEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final Queue<Reply> script = new ArrayDeque<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    record Reply(int status, String body) {}

    record Request(String target, String authorization, String body, String key) {}

    private ScriptedEndpoint(HttpServer server) {
        this.server = server;
    }

    static ScriptedEndpoint start(Reply... replies) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ScriptedEndpoint endpoint = new ScriptedEndpoint(server);
        endpoint.script.addAll(List.of(replies));
        server.createContext("/", endpoint::answer);
        server.start();
        return endpoint;
    }

    static Reply problem(int status, String reason, boolean retryable) {
        return new Reply(
                status,
                "{\"type\":\"urn:tspoon:query:"
                        + reason
                        + "\",\"title\":\"t\",\"status\":"
                        + status
                        + ",\"detail\":\"Cannot read: it is a test.\",\"reason\":\""
                        + reason
                        + "\",\"retryable\":"
                        + retryable
                        + ",\"action\":\"Do something.\"}");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            requests.add(
                    new Request(
                            exchange.getRequestURI().toString(),
                            authorization == null ? "" : authorization,
                            body,
                            String.valueOf(
                                    exchange.getRequestHeaders().getFirst("Idempotency-Key"))));
            Reply reply = script.size() > 1 ? script.remove() : script.element();
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
