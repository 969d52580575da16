/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.apache.flink.annotation.PublicEvolving;

/**
 * A breach of isolation found in a history.
 *
 * @param kind which one
 * @param words what happened, step by step
 */
@PublicEvolving
public record Anomaly(Kind kind, String words) {
    /** Adya's names; each level forbids those of the levels before it, too. */
    @PublicEvolving
    public enum Kind {
        /** A transaction does not see what it wrote itself; forbidden at all levels. */
        INTERNAL,
        /** One write took effect twice; forbidden at all levels. */
        DUPLICATE,
        /** Writes of transactions are ordered differently for different keys; forbidden at PL1. */
        G0,
        /** Aborted read; forbidden at PL2. */
        G1A,
        /** Intermediate read; forbidden at PL2. */
        G1B,
        /** Circular information flow; forbidden at PL2. */
        G1C,
        /** Two reads of a list, of which neither goes on where the other ends; forbidden at PL3. */
        INCOMPATIBLE_ORDER,
        /** Two transactions update a key, one of them unaware of the other; forbidden at PL3. */
        LOST_UPDATE,
        /** A cycle with exactly one anti-dependency, for instance read skew; forbidden at PL3. */
        G_SINGLE,
        /** A cycle with several anti-dependencies, for instance write skew; forbidden at PL3. */
        G2_ITEM,
        /** A transaction depends on one that began when it was complete; no level forbids it. */
        REAL_TIME,
        /** A transaction depends on one that entered after it; forbidden at PL4. */
        ENTRY_ORDER;

        /** Whether read committed forbids it. */
        public boolean isForbiddenAtPl2() {
            return compareTo(G1C) <= 0;
        }
    }

    @Override
    public String toString() {
        return kind + ": " + words;
    }
}
