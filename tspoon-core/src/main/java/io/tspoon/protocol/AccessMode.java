/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/** What an access does to its key. */
public enum AccessMode {
    /** Reads, never writes. */
    READ,
    /** Writes without reading. */
    WRITE,
    /** Reads, then may write. */
    UPDATE;

    boolean reads() {
        return this != WRITE;
    }

    boolean writes() {
        return this != READ;
    }
}
