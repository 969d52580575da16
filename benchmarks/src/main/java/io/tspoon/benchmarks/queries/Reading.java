/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Function;

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

    /** One reader alone, which waits for each answer. */
    static Reading oneReader() {
        return new Reading(Kind.SNAPSHOT, 1, 1);
    }

    static Reading freshKey() {
        return new Reading(Kind.FRESH, 1, CONNECTIONS);
    }

    static Reading scan() {
        return new Reading(Kind.SCAN, 0, 1);
    }

    /**
     * The requests, in the bytes of HTTP: to make an object of each would cost more than to send
     * it.
     *
     * @param host for the header
     * @param accounts among which keys are chosen
     * @param seed of the choice
     */
    Function<ByteBufAllocator, ByteBuf> requests(String host, int accounts, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return buffers -> {
            String request =
                    switch (kind) {
                        case NOTHING -> throw new IllegalStateException("Cannot ask: nobody reads");
                        case SNAPSHOT ->
                                keys == 1
                                        ? key(host, random, accounts, "")
                                        : some(host, random, accounts);
                        case FRESH -> key(host, random, accounts, "?consistency=fresh");
                        case SCAN -> everything(host);
                    };
            ByteBuf buffer = buffers.ioBuffer(request.length());
            buffer.writeCharSequence(request, StandardCharsets.US_ASCII);
            return buffer;
        };
    }

    private static String key(
            String host, SplittableRandom random, int accounts, String parameters) {
        return "GET "
                + BASE
                + "/states/balance/keys/"
                + random.nextInt(accounts)
                + parameters
                + " HTTP/1.1\r\nhost: "
                + host
                + "\r\n\r\n";
    }

    private String some(String host, SplittableRandom random, int accounts) {
        StringBuilder body = new StringBuilder("{\"reads\":[{\"state\":\"balance\",\"keys\":[");
        for (int i = 0; i < keys; i++) {
            body.append(i == 0 ? "" : ",").append(random.nextInt(accounts));
        }
        return post(host, BASE + "/query", body.append("]}]}").toString());
    }

    private static String everything(String host) {
        return post(
                host,
                BASE + "/states/balance/scan",
                "{\"filter\":{\"field\":\"/value\",\"op\":\"lt\",\"value\":0},\"limit\":10,"
                        + "\"timeoutMs\":60000}");
    }

    private static String post(String host, String path, String body) {
        return "POST "
                + path
                + " HTTP/1.1\r\nhost: "
                + host
                + "\r\ncontent-type: application/json\r\ncontent-length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }
}
