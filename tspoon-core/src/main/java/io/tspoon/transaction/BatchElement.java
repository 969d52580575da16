/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;
import java.util.Objects;

/**
 * What became of one element of a batch; see {@link TransactionResult#elements}. The lists must not
 * be modified.
 *
 * @param key the element's key, as chosen by the program; empty if it chooses none
 * @param emitted what reached the leaves of the t-graph from this element; empty if it was
 *     rejected, or the batch was aborted
 * @param reasons why the element was rejected, though the batch has committed; empty if it was not.
 *     Why a batch was aborted is told by {@link TransactionResult#reasons}
 * @param <T> type of the elements at the leaves
 */
@PublicEvolving
public record BatchElement<T>(String key, List<T> emitted, List<AbortReason> reasons) {
    public BatchElement {
        Objects.requireNonNull(key);
        Objects.requireNonNull(emitted);
        Objects.requireNonNull(reasons);
    }

    /** An element that was not rejected. */
    public BatchElement(String key, List<T> emitted) {
        this(key, emitted, List.of());
    }

    /**
     * Whether the element had no effect though its batch has committed; {@link #reasons} tells why.
     * Only batches that are {@code rejecting()} have such elements.
     */
    public boolean isRejected() {
        return !reasons.isEmpty();
    }

    /** As of a record, but without reasons if there are none. */
    @Override
    public String toString() {
        return "BatchElement[key="
                + key
                + ", emitted="
                + emitted
                + (reasons.isEmpty() ? "" : ", reasons=" + reasons)
                + "]";
    }
}
