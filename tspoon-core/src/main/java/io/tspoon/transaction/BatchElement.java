/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;
import java.util.Objects;

/**
 * What became of one element of a batch; see {@link TransactionResult#elements}. The list must not
 * be modified.
 *
 * @param key the element's key, as chosen by the program; empty if it chooses none
 * @param emitted what reached the leaves of the t-graph from this element; empty if the batch was
 *     aborted
 * @param <T> type of the elements at the leaves
 */
@PublicEvolving
public record BatchElement<T>(String key, List<T> emitted) {
    public BatchElement {
        Objects.requireNonNull(key);
        Objects.requireNonNull(emitted);
    }
}
