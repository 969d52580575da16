/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/** What an access to a state may do with the value of its key. */
@PublicEvolving
public enum AccessMode {
    /** Reads, never writes. Accesses that only read a key do not delay each other. */
    READ,
    /** Writes without reading the previous value. */
    WRITE,
    /** Reads, then may write. */
    UPDATE;

    /** Whether an access of this mode may read the value. */
    public boolean reads() {
        return this != WRITE;
    }

    /** Whether an access of this mode may change the value. */
    public boolean writes() {
        return this != READ;
    }
}
