#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A payment is sent by POST to a server that books it, and then answers 503 or 429, or closes the connection.
#
# Library: Apache HttpClient 5.5.1
# Behaviour: a POST whose answer is 503 or 429 is sent once more, after a second or what Retry-After says, and the
#   program only sees the second answer. One whose connection breaks is not sent again, because POST is not idempotent.
#   The JDK's client repeats neither.
# Matters: 503 does not say that nothing was done: a gateway gives it, too, when it has lost its server. A transfer
#   without a key is executed twice, though each line of the program sends it once. Give every request a key by which
#   it is recognized, or use disableAutomaticRetries().
# Output seen:
#   HttpClient 5, 503: booked 2 times, the program sees 200
#   HttpClient 5, 429: booked 2 times, the program sees 200
#   HttpClient 5, connection closed: booked 1 times, the program sees NoHttpResponseException
#   without retries, 503: booked 1 times, the program sees 503
#   without retries, 429: booked 1 times, the program sees 429
#   without retries, connection closed: booked 1 times, the program sees NoHttpResponseException
#   java.net.http, 503: booked 1 times, the program sees 503
#   java.net.http, 429: booked 1 times, the program sees 429
#   java.net.http, connection closed: booked 1 times, the program sees IOException
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Post.java <<'JAVA'
import com.sun.net.httpserver.*;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.*;
import org.apache.hc.core5.http.io.entity.StringEntity;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Post {
    static final AtomicInteger BOOKED = new AtomicInteger();
    static final int BREAKS = 0;

    interface Client {
        /** Returns the status. */
        int pay(URI server) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Map<String, Client> clients = new LinkedHashMap<>();
        clients.put("HttpClient 5", server -> apache(server, HttpClients.createDefault()));
        clients.put("without retries", server -> apache(server, HttpClients.custom().disableAutomaticRetries().build()));
        clients.put("java.net.http", Post::jdk);
        for (var client : clients.entrySet()) {
            for (int first : new int[] {503, 429, BREAKS}) {
                BOOKED.set(0);
                HttpServer server = server(first);
                String seen;
                try {
                    seen = "" + client.getValue().pay(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
                } catch (IOException e) {
                    seen = e.getClass().getSimpleName();
                }
                server.stop(0);
                System.out.println(client.getKey() + ", " + (first == BREAKS ? "connection closed" : first)
                        + ": booked " + BOOKED.get() + " times, the program sees " + seen);
            }
        }
    }

    /** Books each payment, and gives this answer to the first one. */
    static HttpServer server(int first) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            boolean isFirst = BOOKED.incrementAndGet() == 1;
            if (isFirst && first == BREAKS) {
                exchange.close();
                return;
            }
            exchange.sendResponseHeaders(isFirst ? first : 200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    static int apache(URI server, CloseableHttpClient client) throws Exception {
        try (client) {
            HttpPost payment = new HttpPost(server);
            payment.setEntity(new StringEntity("{\"amount\": 30}"));
            return client.execute(payment, response -> response.getCode());
        }
    }

    static int jdk(URI server) throws Exception {
        var payment = java.net.http.HttpRequest.newBuilder(server)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"amount\": 30}")).build();
        return java.net.http.HttpClient.newHttpClient()
                .send(payment, java.net.http.HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
JAVA

packages http org.apache.httpcomponents.client5:httpclient5:5.5.1 org.slf4j:slf4j-nop:1.7.36
program http Post | as_seen
