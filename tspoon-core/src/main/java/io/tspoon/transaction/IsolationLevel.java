/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/**
 * How far concurrent transactions of one t-graph are isolated from each other.
 *
 * <p>The levels are those of TSpoon (section 3.3), named after Adya, Liskov, O'Neil, "Generalized
 * isolation level definitions" (ICDE 2000). Each level also forbids what the previous one forbids.
 */
@PublicEvolving
public enum IsolationLevel {
    /** Forbids G0: the writes of two transactions are in the same order everywhere. */
    PL1,
    /** Also forbids G1: reads see installed versions only. Lost updates are possible. */
    PL2,
    /** Also forbids G2: transactions are conflict serializable. */
    PL3,
    /**
     * Also keeps the order of entry: as if transactions ran one by one in the order of their ids.
     */
    PL4
}
