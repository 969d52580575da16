/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** All channels. Any channel's head may be next, whatever the others hold. */
final class Network {
    private final SplittableRandom random;
    private final int slowPermille;
    private final List<Channel<?>> ready = new ArrayList<>();

    Network(SplittableRandom random, int slowPermille) {
        this.random = random;
        this.slowPermille = slowPermille;
    }

    <M> Channel<M> channel(String name, Consumer<M> receiver) {
        return new Channel<>(name, this, receiver);
    }

    /** Something happens at some later step. */
    void later(Runnable event) {
        channel("event", Runnable::run).send(event);
    }

    void ready(Channel<?> channel) {
        ready.add(channel);
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Delivers one message of one channel, unless that is slow or blocked. */
    void deliver(long step) {
        int index = random.nextInt(ready.size());
        Channel<?> channel = ready.get(index);
        if (random.nextInt(1000) < slowPermille) {
            channel.slowUntil(step + random.nextInt(1000));
        }
        if (!channel.isHeldUp(step) && channel.deliver()) {
            Channel<?> last = ready.remove(ready.size() - 1);
            if (last != channel) {
                ready.set(index, last);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        ready.forEach(channel -> text.append("\n  ").append(channel));
        return text.toString();
    }
}
