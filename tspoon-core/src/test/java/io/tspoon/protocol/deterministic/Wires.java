/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Channels that keep their order. Any channel's oldest message may be the next to arrive. */
final class Wires {
    /** One channel. */
    final class Wire<M> {
        private final Consumer<M> receiver;
        private final ArrayDeque<M> messages = new ArrayDeque<>();
        private long slowUntil;

        /** Whether it is on the list, where it also is while it delivers its last message. */
        private boolean isReady;

        private Wire(Consumer<M> receiver) {
            this.receiver = receiver;
        }

        void send(M message) {
            messages.add(message);
            if (!isReady) {
                isReady = true;
                ready.add(this);
            }
        }

        int waiting() {
            return messages.size();
        }

        private boolean deliver() {
            receiver.accept(messages.remove());
            isReady = !messages.isEmpty();
            return !isReady;
        }
    }

    private final List<Wire<?>> ready = new ArrayList<>();
    private final SplittableRandom random;
    private final int slowPermille;
    private long step;

    Wires(SplittableRandom random, int slowPermille) {
        this.random = random;
        this.slowPermille = slowPermille;
    }

    <M> Wire<M> wire(Consumer<M> receiver) {
        return new Wire<>(receiver);
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Delivers one message, unless the channel is slow. */
    void deliver() {
        step++;
        int index = random.nextInt(ready.size());
        Wire<?> wire = ready.get(index);
        if (random.nextInt(1000) < slowPermille) {
            wire.slowUntil = step + random.nextInt(500);
        }
        if (wire.slowUntil <= step) {
            boolean empty = wire.deliver();
            if (empty) {
                Wire<?> last = ready.remove(ready.size() - 1);
                if (last != wire) {
                    ready.set(index, last);
                }
            }
        }
    }
}
