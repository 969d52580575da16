/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Holds back each event-time watermark until every transaction that was admitted before it is
 * complete, so that no result is late because of its transaction.
 *
 * <p>The number of admissions before a watermark is compared with the number of the oldest one that
 * is still in flight. Under load watermarks are merged, so at most {@link #LIMIT} are held.
 */
final class WatermarkGate {
    private static final int LIMIT = 64;

    private record Held(Watermark mark, long after) {}

    private final Consumer<Watermark> output;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    WatermarkGate(Consumer<Watermark> output) {
        this.output = output;
    }

    boolean isHolding() {
        return !held.isEmpty();
    }

    /**
     * A watermark arrives.
     *
     * @param admitted how many transactions were admitted before it
     * @param oldest number of the oldest admission in flight; {@link Long#MAX_VALUE} if none is
     */
    void arrived(Watermark mark, long admitted, long oldest) {
        if (held.size() == LIMIT) {
            held.removeLast();
        }
        held.add(new Held(mark, admitted));
        advance(oldest);
    }

    /** Lets pass what no transaction in flight holds back any more. */
    void advance(long oldest) {
        Held head = held.peek();
        @Nullable Watermark passing = null;
        while (head != null && head.after < oldest) {
            passing = head.mark;
            held.remove();
            head = held.peek();
        }
        if (passing != null) {
            output.accept(passing);
        }
    }
}
