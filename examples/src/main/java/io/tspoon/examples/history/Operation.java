/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.transaction.AccessMode;

/**
 * One step of a transaction.
 *
 * @param key number of the key
 * @param value value to append or write, unique in the run; 0 for a read
 */
public record Operation(Kind kind, int key, long value) {
    /** The kinds of operations, with their names in the history. */
    public enum Kind {
        /** Appends the value to the list of the key. */
        APPEND("append", AccessMode.UPDATE),
        /** Replaces what the key holds without reading it. */
        WRITE("w", AccessMode.WRITE),
        READ("r", AccessMode.READ);

        private final String word;
        private final AccessMode mode;

        Kind(String word, AccessMode mode) {
            this.word = word;
            this.mode = mode;
        }

        String word() {
            return word;
        }

        AccessMode mode() {
            return mode;
        }
    }
}
