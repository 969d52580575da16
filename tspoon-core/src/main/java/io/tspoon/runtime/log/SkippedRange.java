/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedTransaction;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in Flink's log what of a part is left out for damage: all behind the flush that was read
 * last, up to where reading goes on. An error tells of the first thing that is wrong there only,
 * and whole flushes up to the next segment are left out with it. For one reading of a part, and one
 * thread.
 */
final class SkippedRange {
    /** All that a recovery tells is in one place. */
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

    /** Something is damaged. */
    void begin() {
        skips = true;
    }

    /** A segment follows, whose header is at this place. */
    void goOn(String place) {
        end(place);
        lastPlace = place;
    }

    /** Nothing follows. */
    void endOfPart() {
        end(END);
    }

    /** A transaction is repeated, of the flush at this place. */
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
                "Skipped part of a write-ahead log, as log-accept-loss allows: nothing in between"
                        + " is repeated, graph={}, part={}, behind=[{}], up to=[{}], transactions"
                        + " repeated before={}, timestamp of the last={}",
                graph,
                part,
                lastPlace,
                place,
                transactions,
                transactions == 0 ? "none" : lastTimestamp);
    }
}
