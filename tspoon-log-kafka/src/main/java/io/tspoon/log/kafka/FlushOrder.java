/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.util.ArrayDeque;

/**
 * The flushes on their way, in the order in which they were sent. A ticket is durable when its
 * flush and all earlier ones are, in whatever order the answers come.
 *
 * <p>Invariant: their offsets rise. A partition where they do not has lost earlier flushes.
 *
 * <p>Not for several threads at once. At most {@link ClientProperties#MAX_IN_FLIGHT} flushes.
 */
final class FlushOrder {
    private static final long NO_OFFSET = -1;

    private final ArrayDeque<InFlight> flushes = new ArrayDeque<>(ClientProperties.MAX_IN_FLIGHT);

    /** Of the last flush that is durable with all before it. */
    private long lastOffset = NO_OFFSET;

    int size() {
        return flushes.size();
    }

    void add(Flush flush) {
        flushes.addLast(new InFlight(flush));
    }

    /**
     * The highest ticket that became durable by the answer to this flush; {@link Flush#NO_TICKET}
     * if none has.
     *
     * @param offset where the flush is
     * @throws PartWentBackException if a flush before it was there, or behind
     */
    long acknowledge(Flush flush, long offset) throws PartWentBackException {
        for (InFlight each : flushes) {
            if (each.flush == flush) {
                each.acknowledged = true;
                each.offset = offset;
            }
        }
        long durable = Flush.NO_TICKET;
        InFlight first;
        while ((first = flushes.peekFirst()) != null && first.acknowledged) {
            // A broker may answer that it has a batch already, and not where.
            boolean isKnown = first.offset != NO_OFFSET || first.flush.isHeader();
            if (isKnown && first.offset <= lastOffset) {
                throw new PartWentBackException(first.offset, lastOffset);
            }
            flushes.removeFirst();
            lastOffset = Math.max(lastOffset, first.offset);
            durable = Math.max(durable, first.flush.ticket());
        }
        return durable;
    }

    private static final class InFlight {
        private final Flush flush;
        private boolean acknowledged;
        private long offset = NO_OFFSET;

        private InFlight(Flush flush) {
            this.flush = flush;
        }
    }
}
