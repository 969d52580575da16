/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/**
 * How a t-graph isolates concurrent transactions from each other (TSpoon, section 4.2; TStream,
 * section IV).
 */
@PublicEvolving
public enum ConcurrencyControl {
    /** Strict two-phase locking per key; locks are granted in timestamp order. */
    LOCK_BASED,
    /** Multi-version timestamp ordering per key; accesses that only read never block writers. */
    TIMESTAMP_BASED,
    /**
     * Deterministic chains of accesses, in the order of entry, at every level as at PL4: no
     * transaction is ever refused or repeated, and hot keys cost little (TStream, ICDE 2020). For
     * t-graphs all of whose stateful operators are fed by stateless operations only.
     */
    DETERMINISTIC
}
