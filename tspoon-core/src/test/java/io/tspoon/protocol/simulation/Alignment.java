/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Aligns the checkpoint barriers of one instance, as Flink does: a channel whose barrier has come
 * delivers nothing more until all have come. Waits that go across a barrier show as a run that does
 * not get ahead.
 */
final class Alignment {
    private final List<Channel<?>> inputs = new ArrayList<>();
    private int arrived;
    private int complete;

    /** Adds an input channel, and gives it its number. */
    int add(Channel<?> input) {
        inputs.add(input);
        return inputs.size() - 1;
    }

    /** A barrier has come; returns whether it was the last one. */
    boolean arrived(int input) {
        inputs.get(input).block(true);
        if (++arrived < inputs.size()) {
            return false;
        }
        arrived = 0;
        complete++;
        inputs.forEach(channel -> channel.block(false));
        return true;
    }

    /** The number of checkpoints that all barriers have come of. */
    int complete() {
        return complete;
    }

    @Override
    public String toString() {
        return arrived + "/" + inputs.size() + " barriers of checkpoint " + (complete + 1);
    }
}
