/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

/**
 * How a log writes the entrance of a transaction: in front of its key, between two characters 0. So
 * equal keys of two entrances differ, and a t-graph with one entrance without a name, as all were
 * once, writes its keys as they are.
 */
final class EntranceKeys {
    private static final char MARK = 0;

    private EntranceKeys() {}

    /**
     * The key as it is written.
     *
     * @param entrance name of the entrance; empty if it has none
     */
    static String written(String entrance, String key) {
        boolean isPlain = entrance.isEmpty() && (key.isEmpty() || key.charAt(0) != MARK);
        return isPlain ? key : MARK + entrance + MARK + key;
    }

    /** The name of the entrance of a written key; empty if it has none. */
    static String entrance(String written) {
        int end = end(written);
        return end < 0 ? "" : written.substring(1, end);
    }

    /** The key of the transaction. */
    static String key(String written) {
        int end = end(written);
        return end < 0 ? written : written.substring(end + 1);
    }

    /** Where the name ends; negative if there is none. */
    private static int end(String written) {
        return written.isEmpty() || written.charAt(0) != MARK ? -1 : written.indexOf(MARK, 1);
    }
}
