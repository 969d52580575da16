/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;
import java.util.Objects;

/**
 * An element that has reached a leaf of a t-graph, with the name of the leaf. A t-graph that is
 * closed with named leaves emits these.
 *
 * @param leaf name of the leaf
 * @param element what it has emitted
 * @param <T> type of the elements of all leaves
 */
@PublicEvolving
public record LeafElement<T>(String leaf, T element) {
    public LeafElement {
        Objects.requireNonNull(leaf);
        Objects.requireNonNull(element);
    }

    /**
     * What a transaction has emitted at one leaf; empty if it was aborted.
     *
     * @param leaf name of the leaf
     */
    public static <T> List<T> in(TransactionResult<LeafElement<T>> result, String leaf) {
        return result.emitted().stream()
                .filter(emitted -> emitted.leaf().equals(leaf))
                .map(LeafElement::element)
                .toList();
    }
}
