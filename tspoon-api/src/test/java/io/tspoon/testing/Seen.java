/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import java.util.ArrayList;
import java.util.List;

/**
 * One access of a {@link Visit}, as it travels in the trace.
 *
 * @param before the value that was read
 * @param after the value that was written
 */
record Seen(int state, long key, Visit.Kind kind, long before, long after) {
    /** No value: the key had none, or the access did not look, or did not write. */
    static final long NOTHING = -1;

    private static final String END = ";";

    String text() {
        return state + " " + key + " " + kind + " " + before + " " + after + END;
    }

    /** The accesses of a trace. */
    static List<Seen> of(String trace) {
        List<Seen> all = new ArrayList<>();
        for (String text : trace.split(END)) {
            if (!text.isEmpty()) {
                String[] parts = text.split(" ");
                all.add(
                        new Seen(
                                Integer.parseInt(parts[0]),
                                Long.parseLong(parts[1]),
                                Visit.Kind.valueOf(parts[2]),
                                Long.parseLong(parts[3]),
                                Long.parseLong(parts[4])));
            }
        }
        return all;
    }

    boolean writes() {
        return kind != Visit.Kind.READ;
    }

    boolean reads() {
        return kind == Visit.Kind.READ || kind == Visit.Kind.UPDATE;
    }
}
