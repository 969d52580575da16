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
     * transaction is ever refused or repeated, and hot keys cost little (TStream, ICDE 2020).
     *
     * <p>For t-graphs all of whose stateful operators are fed by stateless operations only, without
     * operations behind them that may abort; others are refused when they are closed. An abort of a
     * transaction with several participants costs messages to all of them and to all close
     * operators. What has seen its values runs again, so the function of an access may be called
     * several times for one element, on values that are never committed, too.
     */
    DETERMINISTIC
}
