/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.Transaction;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.log.LoggedTriggers;

/** The entrance by which triggered transactions come. Confined to the mailbox thread. */
interface Triggers extends Entrance {
    /** Of a t-graph in which nothing is triggered. */
    Triggers NONE =
            new Triggers() {
                @Override
                public void admitWaiting() {}

                @Override
                public void triggered(Feedback.Triggers triggers) {}

                @Override
                public void elementCame() {}

                @Override
                public boolean letsElementIn() {
                    return true;
                }

                @Override
                public boolean isEmpty() {
                    return true;
                }

                @Override
                public boolean isFull() {
                    return false;
                }

                @Override
                public boolean isDeepest(Transaction<?> transaction) {
                    return false;
                }

                @Override
                public long oldestRoot() {
                    return Long.MAX_VALUE;
                }

                @Override
                public LoggedTriggers logged() {
                    return LoggedTriggers.NONE;
                }

                @Override
                public void mayGoOn() {}

                @Override
                public void snapshot(long checkpoint, boolean stopsJob) {}

                @Override
                public void aborted(long checkpoint) {}
            };

    /** Transactions have triggered others, or were triggered and are over. */
    void triggered(Feedback.Triggers triggers);

    /** An element of a stream has come. */
    void elementCame();

    /** Whether the element of a stream that has come may enter: what waited then has entered. */
    boolean letsElementIn();

    /** Whether none waits. */
    boolean isEmpty();

    /** Whether so many wait that neither calls nor timers may enter. */
    boolean isFull();

    /** Whether a transaction must not trigger any. */
    boolean isDeepest(Transaction<?> transaction);

    /**
     * The number of the oldest transaction with which a chain has begun that is not over: of one
     * from before a restore 0; {@link Long#MAX_VALUE} if there is none.
     */
    long oldestRoot();

    /** Gets what a log holds. */
    LoggedTriggers logged();

    /**
     * What kept triggered transactions from being admitted is over: has them admitted by a mail.
     */
    void mayGoOn();

    /**
     * A snapshot is taken. Nothing is in flight.
     *
     * @param stopsJob whether the job stops with it: then nothing enters that is in it
     */
    void snapshot(long checkpoint, boolean stopsJob) throws Exception;

    /** A checkpoint was not completed. */
    void aborted(long checkpoint);
}
