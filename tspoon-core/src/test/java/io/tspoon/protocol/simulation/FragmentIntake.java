/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Timestamps;

import java.util.ArrayList;
import java.util.List;

/** Takes what arrives at one participant and hands it on in the order of the sequencing. */
interface FragmentIntake {
    /**
     * Takes what a coordinator sends.
     *
     * @param highestSeen what it is told to stay above if it joins
     */
    void add(Message.Round round, long highestSeen);

    /** Takes what a participant sends. */
    void add(Message.Forward forward);

    /** Hands on what is complete. */
    void process(FragmentAccesses accesses);

    /** The access of an attempt waits for decisions. */
    void waits(long timestamp);

    /** An access of the attempt waits no more. */
    void waitsNoMore(long timestamp);

    /** Up to where nothing will be sent on any more. */
    long promise();

    /** Whether a coordinator must be asked how far it is. */
    boolean mustAsk(int coordinator);

    /** Whether nothing has arrived that was not submitted and granted. */
    boolean isIdle();

    /** Hands on everything at once. */
    final class AtOnce implements FragmentIntake {
        private final List<Message.Fragment> arrived = new ArrayList<>();

        @Override
        public void add(Message.Round round, long highestSeen) {
            arrived.addAll(round.fragments());
        }

        @Override
        public void add(Message.Forward forward) {
            arrived.addAll(forward.fragments());
        }

        @Override
        public void process(FragmentAccesses accesses) {
            accesses.eachAttempt(arrived);
            arrived.clear();
        }

        @Override
        public void waits(long timestamp) {}

        @Override
        public void waitsNoMore(long timestamp) {}

        @Override
        public long promise() {
            return Timestamps.NONE;
        }

        @Override
        public boolean mustAsk(int coordinator) {
            return false;
        }

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public String toString() {
            return "as it comes";
        }
    }
}
