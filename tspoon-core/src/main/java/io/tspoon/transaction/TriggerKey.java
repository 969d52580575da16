/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.Internal;

/**
 * The key of a triggered transaction, by which snapshots and a write-ahead log know it. As text
 * {@code id.index.depth.coordinator}.
 *
 * @param id of the transaction that has triggered it
 * @param index its place among all that were triggered by that one, from 0
 * @param depth 1 if that one was not triggered itself, else one more than that of it
 * @param coordinator of that one
 */
@Internal
public record TriggerKey(long id, int index, int depth, int coordinator)
        implements Comparable<TriggerKey> {
    private static final char SEPARATOR = '.';

    /**
     * Reads the text.
     *
     * @throws IllegalArgumentException if it is not the text of a key
     */
    public static TriggerKey parse(String text) {
        int first = text.indexOf(SEPARATOR);
        int second = text.indexOf(SEPARATOR, first + 1);
        int third = text.indexOf(SEPARATOR, second + 1);
        if (first < 0 || second < 0 || third < 0) {
            throw new NumberFormatException(text);
        }
        return new TriggerKey(
                Long.parseLong(text, 0, first, 10),
                Integer.parseInt(text, first + 1, second, 10),
                Integer.parseInt(text, second + 1, third, 10),
                Integer.parseInt(text, third + 1, text.length(), 10));
    }

    /** In the order in which they were triggered. */
    @Override
    public int compareTo(TriggerKey other) {
        int byId = Long.compare(id, other.id);
        return byId == 0 ? Integer.compare(index, other.index) : byId;
    }

    /** The text, of which {@link #parse} is the reverse. */
    public String text() {
        return "" + id + SEPARATOR + index + SEPARATOR + depth + SEPARATOR + coordinator;
    }
}
