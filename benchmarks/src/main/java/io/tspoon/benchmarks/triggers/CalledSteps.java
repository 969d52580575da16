/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** The calls of all clients, in the text of HTTP, each under a key of its own. For one thread. */
final class CalledSteps {
    private final InetSocketAddress server;
    private final int triggers;
    private final long[] sums;
    private long chains;
    private long followers;

    /**
     * @param triggers steps of a chain behind the first one
     */
    CalledSteps(InetSocketAddress server, int triggers) {
        this.server = server;
        this.triggers = triggers;
        this.sums = new long[triggers + 1];
    }

    /** The calls of one client: chain by chain, and each step by step. */
    Supplier<String> client() {
        Step[] next = {new Step(0, 0, 0)};
        return () -> {
            Step step = next[0].level() == 0 ? first() : next[0];
            sums[step.level()] += step.number() + 1;
            followers += step.level() > 0 ? 1 : 0;
            next[0] = step.level() < triggers ? step.next() : new Step(0, 0, 0);
            return call(step);
        };
    }

    private Step first() {
        return new Step(chains++, 0, System.nanoTime());
    }

    private String call(Step step) {
        String body =
                "{\"number\":"
                        + step.number()
                        + ",\"level\":"
                        + step.level()
                        + ",\"start\":"
                        + step.start()
                        + '}';
        return "POST /v1/graphs/"
                + Steps.GRAPH
                + "/calls/"
                + Steps.PROCEDURE
                + " HTTP/1.1\r\nhost: localhost:"
                + server.getPort()
                + "\r\ncontent-type: application/json\r\nidempotency-key: "
                + step.number()
                + "."
                + step.level()
                + "\r\ncontent-length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    /** What all calls so far have added to the sum of a level. */
    long sum(int level) {
        return sums[level];
    }

    /** How many calls were of steps behind the first one. */
    long followers() {
        return followers;
    }
}
