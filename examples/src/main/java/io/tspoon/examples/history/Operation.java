/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.transaction.AccessMode;

/**
 * One step of a transaction.
 *
 * @param key number of the key
 * @param value what is appended or written, unique in the run; 0 for a read
 */
public record Operation(Kind kind, int key, long value) {
    /** What is done to the key, with its name in the history. */
    public enum Kind {
        /** Puts the value at the end of the key's list. */
        APPEND("append", AccessMode.UPDATE),
        /** Replaces what the key holds, unseen. */
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
