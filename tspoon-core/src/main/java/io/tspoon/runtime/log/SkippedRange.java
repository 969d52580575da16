/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedTransaction;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports in Flink's log which range of a damaged part is skipped: from the last flush that was
 * read to where reading goes on. The error itself names only the first damage there, but all
 * flushes up to the next segment are skipped with it. For one reading of a part, and one thread.
 */
final class SkippedRange {
    /** LogRecovery's logger, so that all messages of a recovery are in one place. */
    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    private static final String END = "the end of the part";

    private final String graph;
    private final int part;
    private String lastPlace;
    private long transactions;
    private long lastTimestamp;
    private boolean skips;

    /**
     * @param position from where on the part is read
     */
    SkippedRange(String graph, int part, long position) {
        this.graph = graph;
        this.part = part;
        this.lastPlace = "position=" + position;
    }

    /** Called when something is damaged. */
    void begin() {
        skips = true;
    }

    /** Called when a segment follows, whose header is at this place. */
    void goOn(String place) {
        end(place);
        lastPlace = place;
    }

    /** Called when nothing follows. */
    void endOfPart() {
        end(END);
    }

    /** Called when a transaction of the flush at this place is repeated. */
    void repeated(String place, LoggedTransaction transaction) {
        lastPlace = place;
        transactions++;
        lastTimestamp = transaction.timestamp();
    }

    private void end(String place) {
        if (!skips) {
            return;
        }
        skips = false;
        LOG.error(
                "[TSP-3216] Skipped part of a write-ahead log, as log-accept-loss allows: nothing"
                        + " in between is repeated, graph={}, part={}, behind=[{}], up to=[{}],"
                        + " transactions repeated before={}, timestamp of the last={}",
                graph,
                part,
                lastPlace,
                place,
                transactions,
                transactions == 0 ? "none" : lastTimestamp);
    }
}
