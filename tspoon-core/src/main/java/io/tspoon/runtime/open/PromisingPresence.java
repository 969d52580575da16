/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

/**
 * A coordinator whose promises participants wait for. It promises more when they need it, and
 * leaves when it has nothing to send.
 */
final class PromisingPresence implements Presence {
    private final RoundSender sender;
    private final Deadline deadline;
    private final GreetingWatch greetings;

    PromisingPresence(RoundSender sender, Deadline deadline, GreetingWatch greetings) {
        this.sender = sender;
        this.deadline = deadline;
        this.greetings = greetings;
    }

    @Override
    public void heard(long highestTimestamp) {
        if (sender.isAwaited(highestTimestamp)) {
            sender.heartbeat();
        }
    }

    @Override
    public void heartbeat(boolean idle) {
        if (idle && sender.isGreeted()) {
            sender.leave();
        } else {
            sender.heartbeat();
        }
    }

    /** Participants hear nothing more from this coordinator before all other barriers. */
    @Override
    public void quiesced() {
        sender.leave();
        deadline.left();
        greetings.left();
    }
}
