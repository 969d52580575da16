/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;

import java.util.Arrays;

/**
 * Asks coordinators to log how far they are, because somebody waits for their logs. One that logs
 * transactions says so anyway, but not one that has nothing to log. Confined to the mailbox thread.
 */
final class DurabilityRequests {
    /** Asks one coordinator for an id. */
    interface Question {
        void ask(int coordinator, long upTo);
    }

    private final PromiseRequests requests;
    private final Question question;

    /** By coordinator: its log is durable up to there; kept up to date by the owner. */
    private final long[] durable;

    /** By coordinator: what it was asked for last. */
    private final long[] asked;

    private long awaited = Timestamps.NONE;

    DurabilityRequests(StateParts<?, ?, ?, ?> parts, long[] durable) {
        this.requests = new PromiseRequests(parts.mailbox(), this::ask);
        this.question = parts.asksFor();
        this.durable = durable;
        this.asked = new long[durable.length];
        Arrays.fill(asked, Timestamps.NONE);
    }

    /**
     * A block was processed.
     *
     * @param upTo the highest id that somebody waits for
     */
    void blockProcessed(long upTo) {
        awaited = upTo;
        boolean needsAsking = false;
        for (int i = 0; i < durable.length; i++) {
            needsAsking |= needsAsking(i);
        }
        requests.blockProcessed(needsAsking);
    }

    /** Not before the last question is answered. */
    private boolean needsAsking(int coordinator) {
        return durable[coordinator] < awaited && asked[coordinator] <= durable[coordinator];
    }

    private void ask() {
        for (int i = 0; i < durable.length; i++) {
            if (needsAsking(i)) {
                asked[i] = awaited;
                question.ask(i, awaited);
            }
        }
    }
}
