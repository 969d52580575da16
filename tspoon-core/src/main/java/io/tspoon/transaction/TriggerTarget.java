/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/**
 * An entrance of a t-graph by which transactions come that others trigger. A program describes it
 * with {@code TriggerSpec}.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public interface TriggerTarget<T> {
    /** The most elements that a transaction may trigger. */
    int MAX_TRIGGERED = 1_000;

    /** How long a chain of transactions may be that trigger each other, after its first one. */
    int MAX_DEPTH = 100;

    /** Returns the name of the entrance. */
    String name();
}
