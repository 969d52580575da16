/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.util.ArrayDeque;

/**
 * The flushes on their way, in the order in which they were sent. A ticket is durable when its
 * flush and all earlier ones are, in whatever order the answers come.
 *
 * <p>Not for several threads at once. At most {@link ClientProperties#MAX_IN_FLIGHT} flushes.
 */
final class FlushOrder {
    private final ArrayDeque<InFlight> flushes = new ArrayDeque<>(ClientProperties.MAX_IN_FLIGHT);

    int size() {
        return flushes.size();
    }

    void add(Flush flush) {
        flushes.addLast(new InFlight(flush));
    }

    /**
     * The highest ticket that became durable by the answer to this flush; {@link Flush#NO_TICKET}
     * if none has.
     */
    long acknowledge(Flush flush) {
        for (InFlight each : flushes) {
            if (each.flush == flush) {
                each.acknowledged = true;
            }
        }
        long durable = Flush.NO_TICKET;
        InFlight first;
        while ((first = flushes.peekFirst()) != null && first.acknowledged) {
            flushes.removeFirst();
            durable = Math.max(durable, first.flush.ticket());
        }
        return durable;
    }

    private static final class InFlight {
        private final Flush flush;
        private boolean acknowledged;

        private InFlight(Flush flush) {
            this.flush = flush;
        }
    }
}
