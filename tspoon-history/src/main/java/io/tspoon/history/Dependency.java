/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

/**
 * An edge of the direct serialization graph: {@code from} comes before {@code to} in every serial
 * order that explains what was seen.
 */
record Dependency(Type type, long from, long to, Object key) {
    enum Type {
        /** {@code to} installed the version that follows the one of {@code from}. */
        WRITE_WRITE,
        /** {@code to} read what {@code from} installed. */
        WRITE_READ,
        /** {@code from} read the version that {@code to} replaced: an anti-dependency. */
        READ_WRITE,
        /** {@code from} was complete before {@code to} was invoked; has no key. */
        REAL_TIME
    }

    static Dependency realTime(long from, long to) {
        return new Dependency(Type.REAL_TIME, from, to, "");
    }

    boolean isAnti() {
        return type == Type.READ_WRITE;
    }

    boolean isFlow() {
        return !isAnti();
    }

    String words() {
        return switch (type) {
            case WRITE_WRITE -> "T" + to + " overwrote " + key + " of T" + from;
            case WRITE_READ -> "T" + to + " read " + key + " of T" + from;
            case READ_WRITE -> "T" + from + " read " + key + " before T" + to + " overwrote it";
            case REAL_TIME -> "T" + from + " was complete before T" + to + " began";
        };
    }
}
