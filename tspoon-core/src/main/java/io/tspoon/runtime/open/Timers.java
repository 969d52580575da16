/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.feedback.Feedback;

import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * The entrance by which timers come, and what depends on them: event time goes on when all timers
 * have fired that are due by then. Confined to the mailbox thread.
 */
interface Timers extends Entrance {
    /** Of a t-graph without timers; event time depends on nothing. */
    Timers NONE =
            new Timers() {
                @Override
                public void admitWaiting() {}

                @Override
                public void due(Feedback.Due due) {}

                @Override
                public void fired(Feedback.Fired fired) {}

                @Override
                public void advance() {}

                @Override
                public boolean holds(Watermark mark) {
                    return false;
                }

                @Override
                public boolean holdsIdleness() {
                    return false;
                }

                @Override
                public boolean becameActive() {
                    return false;
                }

                @Override
                public void snapshot(long checkpoint, boolean stopsJob) {}

                @Override
                public void aborted(long checkpoint) {}

                @Override
                public void end() {}
            };

    /** Timers are due, or have fired. */
    void due(Feedback.Due due);

    /** Transactions of timers are over. */
    void fired(Feedback.Fired fired);

    /** Transactions may be over, behind which event time goes on. */
    void advance();

    /** Whether a watermark that has come goes on later, when timers have fired. */
    boolean holds(Watermark mark);

    /** Whether that the input is idle goes on later, when timers have fired. */
    boolean holdsIdleness();

    /**
     * The input is active again.
     *
     * @return whether nobody was told that it was idle, as that was held
     */
    boolean becameActive();

    /**
     * A snapshot is taken.
     *
     * @param stopsJob whether the job stops with it: then nothing fires that is not in it
     */
    void snapshot(long checkpoint, boolean stopsJob);

    /** A checkpoint was not completed. */
    void aborted(long checkpoint);

    /** The input has ended: waits until all timers have fired that end with it. */
    void end() throws Exception;
}
