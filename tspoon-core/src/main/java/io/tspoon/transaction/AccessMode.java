/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/** What an access to a state does to its key. */
public enum AccessMode {
    /** Reads, never writes. Accesses that read one key do not hold up each other. */
    READ,
    /** Writes without reading the value before. */
    WRITE,
    /** Reads, then may write. */
    UPDATE;

    /** Whether such an access may see the value. */
    public boolean reads() {
        return this != WRITE;
    }

    /** Whether such an access may change the value. */
    public boolean writes() {
        return this != READ;
    }
}
