/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.log.InputIdentity;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Elements that are one transaction together, in the order in which they have come.
 *
 * <p>Written by the open operator before the batch is sent, and read by the close operator then.
 */
@Internal
public final class Batch {
    private final int entrance;
    private final String key;
    private final List<Object> elements;
    private final List<String> keys;
    private final long time;
    private final @Nullable Unfit unfit;
    private List<InputIdentity> identities = List.of();

    /** Why a batch is not executed. */
    public enum Unfit {
        TOO_LARGE("batch is too large"),
        INCOMPLETE("batch is incomplete");

        private final String rule;

        Unfit(String rule) {
            this.rule = rule;
        }

        /** What the reason of the abort says. */
        public String rule() {
            return rule;
        }

        /** Why a batch was not executed that was aborted for these; null if it was executed. */
        public static @Nullable Unfit of(List<AbortReason> reasons) {
            for (AbortReason reason : reasons) {
                for (Unfit unfit : values()) {
                    if (reason.kind() == AbortReason.Kind.BOUND
                            && reason.rule().equals(unfit.rule)) {
                        return unfit;
                    }
                }
            }
            return null;
        }
    }

    /**
     * @param entrance number of that by which its elements have come
     * @param key of the transaction
     * @param elements as the program sees them, at least one
     * @param keys of the elements, in their order; empty texts if the program gives none
     * @param time of its result
     * @param unfit why it is not executed; null if it is
     */
    Batch(
            int entrance,
            String key,
            List<Object> elements,
            List<String> keys,
            long time,
            @Nullable Unfit unfit) {
        this.entrance = entrance;
        this.key = key;
        this.elements = elements;
        this.keys = keys;
        this.time = time;
        this.unfit = unfit;
    }

    public int entrance() {
        return entrance;
    }

    public String key() {
        return key;
    }

    public List<Object> elements() {
        return elements;
    }

    /** The keys of the elements, in their order. */
    public List<String> keys() {
        return keys;
    }

    /** The highest time of an element. */
    public long time() {
        return time;
    }

    /** Why it is not executed; null if it is. */
    public @Nullable Unfit unfit() {
        return unfit;
    }

    /** Sets how a log will recognize the elements, in their order. */
    public void identify(List<InputIdentity> ofElements) {
        identities = ofElements;
    }

    /** How a log recognizes the elements; empty without a log. */
    public List<InputIdentity> identities() {
        return identities;
    }

    /** For messages. */
    @Override
    public String toString() {
        return "Batch[key="
                + key
                + ", elements="
                + elements.size()
                + ", first="
                + elements.get(0)
                + "]";
    }
}
