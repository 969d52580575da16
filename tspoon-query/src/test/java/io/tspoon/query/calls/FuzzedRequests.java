/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Makes calls and spoils their parts at random; some stay valid. One thread. */
final class FuzzedRequests {
    private static final String CALLS = "/v1/graphs/bank/calls";

    private static final String[] PATHS = {
        CALLS,
        CALLS + "/",
        CALLS + "/transfer/some-key",
        CALLS + "/transfer/%00",
        CALLS + "/transfer/%",
        CALLS + "/none",
        CALLS + "/" + "x".repeat(300),
        CALLS + "/transfer/" + "x".repeat(300),
        "/v1/graphs/bank/transact",
        "/v1/graphs/bank/transact/some-key",
        "/v1/graphs/none/calls/transfer",
        "/v1/graphs/%62ank/calls/tr%61nsfer",
        "/v1/jobs/0123/graphs/bank/calls/transfer",
        "/v1/graphs/bank/calls/../calls/transfer",
        "/v1//graphs/bank/calls/transfer",
    };

    private static final String[] PARAMETERS = {
        "?timeoutMs=1",
        "?timeoutMs=0",
        "?timeoutMs=-1",
        "?timeoutMs=99999999999999999999",
        "?timeoutMs=",
        "?after=0",
        "?after=1",
        "?after=-1",
        "?after=9223372036854775807",
        "?after=9000000000000000000",
        "?after=x&after=y",
        "?wait=durable",
        "?wait=executed",
        "?wait=never",
        "?other=1",
        "?",
        "?%",
        "?=&&",
    };

    private static final String[] METHODS = {
        "GET", "PUT", "DELETE", "PATCH", "OPTIONS", "post", "X"
    };

    private static final String[] HEADERS = {
        "Content-Type: text/plain",
        "Content-Type: application/json; charset=utf-16",
        "Content-Type: application/json; charset=",
        "Content-Type:",
        "Content-Encoding: gzip",
        "Idempotency-Key: another",
        "Idempotency-Key:",
        "Idempotency-Key: \u00e4",
        "Idempotency-Key: a b",
        "Idempotency-Key: " + "k".repeat(255),
        "Idempotency-Key: " + "k".repeat(256),
        "Accept: text/html",
        "Authorization: Bearer nobody-knows-this-one",
        "Host: elsewhere.example",
        "X-Long: " + "x".repeat(3_000),
        "\u0001: \u0002",
        "no header",
    };

    private static final String[] VALUES = {
        "null",
        "true",
        "-1",
        "-0",
        "0",
        "1.0",
        "1.5",
        "1e2",
        "1e400",
        "1e999999999",
        "1e99999999999",
        "7777", // poisoned
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "\"\"",
        "\"1\"",
        "\"\\ud800\"",
        "[]",
        "[1]",
        "{}",
        "{\"id\":1}",
        "[".repeat(2_000),
        "NaN",
        "",
    };

    private static final String[] FIELDS = {"id", "source", "destination", "amount"};

    private final SplittableRandom random;
    private final long firstKey;
    private long keys;

    FuzzedRequests(SplittableRandom random, long firstKey) {
        this.random = random;
        this.firstKey = firstKey;
    }

    /** A request, framed as it should be. */
    byte[] next() {
        byte[] body = body();
        StringBuilder head = new StringBuilder();
        head.append(rarely() ? any(METHODS) : "POST").append(' ');
        head.append(random.nextInt(4) == 0 ? any(PATHS) : CALLS + "/transfer");
        head.append(random.nextInt(4) == 0 ? any(PARAMETERS) : "");
        head.append(" HTTP/1.1\r\nHost: localhost\r\n");
        if (!rarely()) {
            head.append("Content-Type: application/json\r\n");
        }
        if (!rarely()) {
            head.append("Idempotency-Key: ").append(key()).append("\r\n");
        }
        if (random.nextInt(5) == 0) {
            head.append(any(HEADERS)).append("\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        return joined(FuzzConnection.bytes(head.toString()), body);
    }

    /** A request that ends too early, is too long, or has some bytes changed anywhere. */
    byte[] broken() {
        byte[] request = next();
        for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
            request[random.nextInt(request.length)] = (byte) random.nextInt(256);
        }
        return switch (random.nextInt(3)) {
            case 0 -> Arrays.copyOf(request, random.nextInt(request.length));
            case 1 -> joined(request, request);
            default -> request;
        };
    }

    /** Mostly a new one; now and then one that there was, with another body. */
    private long key() {
        return random.nextInt(10) == 0 ? firstKey + random.nextLong(keys + 1) : firstKey + keys++;
    }

    private byte[] body() {
        if (rarely()) {
            return FuzzConnection.bytes(batch());
        }
        byte[] body = FuzzConnection.bytes(request());
        if (rarely()) {
            body = Arrays.copyOf(body, random.nextInt(body.length + 1));
        }
        if (random.nextInt(4) == 0 && body.length > 0) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return rarely()
                ? new String(body, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16)
                : body;
    }

    private String batch() {
        StringBuilder calls = new StringBuilder("{\"calls\":[");
        for (int i = random.nextInt(4); i >= 0; i--) {
            calls.append("{\"procedure\":\"")
                    .append(rarely() ? "none" : "transfer")
                    .append("\",\"key\":\"")
                    .append(rarely() ? "\u00e4" : key())
                    .append("\",\"request\":")
                    .append(request())
                    .append(i == 0 ? "}" : "},");
        }
        return calls.append(rarely() ? "]" : "]}").toString();
    }

    private String request() {
        StringBuilder request = new StringBuilder("{");
        int spoiled = random.nextInt(FIELDS.length + 1);
        for (int i = 0; i < FIELDS.length; i++) {
            if (i == spoiled && rarely()) {
                continue; // missing
            }
            request.append(request.length() > 1 ? "," : "")
                    .append('"')
                    .append(i == spoiled && rarely() ? "other" : FIELDS[i])
                    .append("\":")
                    .append(i == spoiled ? any(VALUES) : Integer.toString(random.nextInt(20)));
            if (rarely()) {
                request.append(",\"").append(FIELDS[i]).append("\":1"); // twice
            }
        }
        return request.append('}').toString();
    }

    private boolean rarely() {
        return random.nextInt(12) == 0;
    }

    private String any(String[] from) {
        return from[random.nextInt(from.length)];
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
