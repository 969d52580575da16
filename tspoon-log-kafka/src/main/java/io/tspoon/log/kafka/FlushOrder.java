/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.util.ArrayDeque;

/**
 * The flushes on their way, in the order in which they were sent. A ticket is durable when its
 * flush and all earlier ones are, in whatever order the answers arrive.
 *
 * <p>Invariant: the offsets of the flushes rise. If they do not, the partition has lost earlier
 * flushes.
 *
 * <p>Not thread-safe. Holds at most {@link ClientProperties#MAX_IN_FLIGHT} flushes.
 */
final class FlushOrder {
    private static final long NO_OFFSET = -1;

    private final ArrayDeque<InFlight> flushes = new ArrayDeque<>(ClientProperties.MAX_IN_FLIGHT);

    /** Offset of the last flush that is durable together with all before it. */
    private long lastOffset = NO_OFFSET;

    int size() {
        return flushes.size();
    }

    void add(Flush flush) {
        flushes.addLast(new InFlight(flush));
    }

    /**
     * Records the answer to a flush.
     *
     * @param offset of the flush
     * @return the highest ticket that has become durable; {@link Flush#NO_TICKET} if none has
     * @throws PartWentBackException if the offset is not above that of an earlier flush
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
            // A broker may answer that it already has the batch, without its offset.
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
