/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * What readers ask for, again and again.
 *
 * @param kind of the requests
 * @param keys of each request, chosen at random
 * @param connections that ask at once
 */
record Reading(Kind kind, int keys, int connections) {
    /** The kinds of requests. */
    enum Kind {
        /** Nobody asks. */
        NOTHING,
        /** Keys, of the snapshot at hand. */
        SNAPSHOT,
        /** Keys, with everything that was emitted before the request came. */
        FRESH,
        /** All keys, with a filter that none passes. */
        SCAN
    }

    static final Reading NOTHING = new Reading(Kind.NOTHING, 0, 0);

    private static final int CONNECTIONS = 32;
    private static final String BASE = "/v1/graphs/bank";

    static Reading keys(int keys) {
        return new Reading(Kind.SNAPSHOT, keys, CONNECTIONS);
    }

    static Reading freshKey() {
        return new Reading(Kind.FRESH, 1, CONNECTIONS);
    }

    static Reading scan() {
        return new Reading(Kind.SCAN, 0, 1);
    }

    /**
     * The requests.
     *
     * @param host for the header
     * @param accounts among which keys are chosen
     * @param seed of the choice
     */
    Supplier<FullHttpRequest> requests(String host, int accounts, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> {
            FullHttpRequest request =
                    switch (kind) {
                        case NOTHING -> throw new IllegalStateException("Cannot ask: nobody reads");
                        case SNAPSHOT ->
                                keys == 1 ? key(random, accounts, "") : some(random, accounts);
                        case FRESH -> key(random, accounts, "?consistency=fresh");
                        case SCAN -> everything();
                    };
            request.headers().set(HttpHeaderNames.HOST, host);
            return request;
        };
    }

    private static FullHttpRequest key(SplittableRandom random, int accounts, String parameters) {
        String path = BASE + "/states/balance/keys/" + random.nextInt(accounts) + parameters;
        return new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, path, Unpooled.EMPTY_BUFFER);
    }

    private FullHttpRequest some(SplittableRandom random, int accounts) {
        StringBuilder body = new StringBuilder("{\"reads\":[{\"state\":\"balance\",\"keys\":[");
        for (int i = 0; i < keys; i++) {
            body.append(i == 0 ? "" : ",").append(random.nextInt(accounts));
        }
        return post(BASE + "/query", body.append("]}]}").toString());
    }

    private static FullHttpRequest everything() {
        return post(
                BASE + "/states/balance/scan",
                "{\"filter\":{\"field\":\"/value\",\"op\":\"lt\",\"value\":0},\"limit\":10,"
                        + "\"timeoutMs\":60000}");
    }

    private static FullHttpRequest post(String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        FullHttpRequest request =
                new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1, HttpMethod.POST, path, Unpooled.wrappedBuffer(bytes));
        request.headers()
                .set(HttpHeaderNames.CONTENT_LENGTH, bytes.length)
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        return request;
    }
}
