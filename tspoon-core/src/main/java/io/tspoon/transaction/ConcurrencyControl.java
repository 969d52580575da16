/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/** How a t-graph keeps concurrent transactions apart (TSpoon, section 4.2). */
public enum ConcurrencyControl {
    /** Strict two-phase locking per key; locks are granted in timestamp order. */
    LOCK_BASED,
    /** Timestamp ordering per key with several versions; plain reads never block writers. */
    TIMESTAMP_BASED
}
