/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.LogMark;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.CommitLog.AwaitedMark;

import java.util.function.BooleanSupplier;

/**
 * Logs that a coordinator is there and how far it is, and that it has left.
 *
 * <p>A part that ends with a coordinator that has left holds up nobody. So this must be durable
 * before anybody is told, and that it is back must be durable before it begins anything: otherwise
 * a crash could lose its transactions and leave others that have seen them. While it is there, what
 * others show waits for its log. If it has nothing to log, it logs a mark when somebody waits.
 */
final class LoggedMarks implements PartMarks {
    private enum Standing {
        /** The part says that the coordinator has left; also where a segment begins. */
        OUT,
        /** The part will say that it is back. */
        RETURNING,
        IN,
        /** The part will say that it has left. */
        LEAVING
    }

    private final CommitLog log;
    private final AdmissionWindow<?> window;
    private final HybridClock clock;
    private final BooleanSupplier isRecovered;
    private Standing standing = Standing.OUT;

    /** Of the mark that was asked for last to say whether the coordinator is there. */
    private long ticket;

    /** The id that the last mark was asked for because somebody waits for it. */
    private long awaited = Timestamps.NONE;

    private long heardDurable = Timestamps.NONE;
    private long shown = Timestamps.NONE;

    /**
     * @param isRecovered whether the part has a segment of this run; nothing begins before
     */
    LoggedMarks(
            CommitLog log,
            AdmissionWindow<?> window,
            HybridClock clock,
            BooleanSupplier isRecovered) {
        this.log = log;
        this.window = window;
        this.clock = clock;
        this.isRecovered = isRecovered;
    }

    /** Never goes back: who returns stays above what it has said while it was away. */
    @Override
    public long shown(long decidedUpTo) {
        long upTo = standing == Standing.OUT ? decidedUpTo : Math.min(decidedUpTo, log.durable());
        shown = Math.max(shown, upTo);
        return shown;
    }

    /**
     * The next transaction may be far above, and its turn far away. One mark at a time: the next
     * one serves all who have come since.
     */
    @Override
    public void awaited(long upTo, long decidedUpTo) {
        long durable = log.durable();
        if (standing == Standing.IN && upTo > durable && awaited <= durable) {
            awaited = upTo;
            log.awaitMark(new AwaitedMark(window.decidedNumber(), upTo, decidedUpTo, decidedUpTo));
        }
    }

    @Override
    public boolean moreIsDurable() {
        long durable = log.durable();
        boolean more = durable > heardDurable;
        heardDurable = durable;
        return more;
    }

    private void markHere() {
        ticket = clock.next();
        log.awaitMark(new AwaitedMark(window.admitted(), ticket, ticket, ticket));
    }

    @Override
    public boolean mayBegin() {
        if (!isRecovered.getAsBoolean()) {
            return true;
        }
        if (standing == Standing.OUT) {
            standing = Standing.RETURNING;
            markHere();
        }
        if (standing == Standing.RETURNING && log.durable() >= ticket) {
            standing = Standing.IN;
        }
        return standing == Standing.IN;
    }

    @Override
    public boolean mayLeave() {
        if (standing == Standing.IN || standing == Standing.RETURNING) {
            standing = Standing.LEAVING;
            ticket = clock.next();
            log.awaitMark(new AwaitedMark(window.admitted(), ticket, ticket, LogMark.LEFT));
        }
        if (standing == Standing.LEAVING && log.durable() >= ticket) {
            standing = Standing.OUT;
        }
        return standing == Standing.OUT;
    }
}
