/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.measure.Mix;

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
        SCAN,
        /** Those with one balance, which about ten have. */
        EQUAL,
        /** The same, asked so that no index can help. */
        EQUAL_BY_SCAN,
        /** Those with the ten highest balances. */
        HIGHEST
    }

    static final Reading NOTHING = new Reading(Kind.NOTHING, 0, 0);

    private static final int FAR_OUT = 500;

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

    /** One reader alone, which asks for something that an index can find. */
    static Reading indexed(Kind kind) {
        return new Reading(kind, 0, 1);
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
                        case EQUAL -> equal(host, random, accounts, "%s");
                        case EQUAL_BY_SCAN ->
                                equal(host, random, accounts, "{\"not\":{\"not\":%s}}");
                        case HIGHEST -> highest(host);
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

    /**
     * After a few transfers the balances of a million accounts are spread like a bell, about 140
     * around the first one. So far out as this about ten have one balance.
     */
    private static String equal(String host, SplittableRandom random, int accounts, String filter) {
        long first = Load.saturated(accounts, Mix.TRANSFERS, 0).initialBalance();
        long balance = first + FAR_OUT + random.nextInt(FAR_OUT / 10);
        String equal = "{\"field\":\"/value\",\"op\":\"eq\",\"value\":" + balance + "}";
        return post(
                host,
                BASE + "/states/balance/scan",
                "{\"filter\":" + filter.replace("%s", equal) + ",\"timeoutMs\":60000}");
    }

    private static String highest(String host) {
        return post(
                host,
                BASE + "/states/balance/scan",
                "{\"orderBy\":\"/value\",\"order\":\"desc\",\"limit\":10,"
                        + "\"nextPage\":false,\"timeoutMs\":60000}");
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
