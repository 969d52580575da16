/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/** How a t-graph isolates concurrent transactions from each other (TSpoon, section 4.2). */
@PublicEvolving
public enum ConcurrencyControl {
    /** Strict two-phase locking per key; locks are granted in timestamp order. */
    LOCK_BASED,
    /** Multi-version timestamp ordering per key; accesses that only read never block writers. */
    TIMESTAMP_BASED
}
