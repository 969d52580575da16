/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** A FIFO queue between two instances; what is sent arrives when the scheduler says so. */
final class Channel<M> {
    private final String name;
    private final Network network;
    private final Consumer<M> receiver;
    private final ArrayDeque<M> messages = new ArrayDeque<>();

    /** Until that step the channel delivers nothing. */
    private long slowUntil;

    /** Whether its barrier has come, and that of another channel has not. */
    private boolean blocked;

    Channel(String name, Network network, Consumer<M> receiver) {
        this.name = name;
        this.network = network;
        this.receiver = receiver;
    }

    void send(M message) {
        messages.add(message);
        if (messages.size() == 1) {
            network.ready(this);
        }
    }

    /** Hands over the oldest message; returns whether the channel is empty then. */
    boolean deliver() {
        receiver.accept(messages.remove());
        return messages.isEmpty();
    }

    void slowUntil(long step) {
        slowUntil = step;
    }

    void block(boolean value) {
        blocked = value;
    }

    /** Whether nothing may be delivered at this step. */
    boolean isHeldUp(long step) {
        return blocked || step < slowUntil;
    }

    @Override
    public String toString() {
        return name
                + (blocked ? " (blocked): " : ": ")
                + messages.size()
                + " from "
                + messages.peek();
    }
}
