/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.ArrayList;
import java.util.List;

/** What was found wrong, in words; the first {@value #MOST} of it, and how much there is. */
final class Violations {
    private static final int MOST = 20;

    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String violation) {
        count++;
        if (first.size() < MOST) {
            first.add(violation);
        }
    }

    long count() {
        return count;
    }

    /** The first ones in the order in which they were found. */
    List<String> first() {
        return List.copyOf(first);
    }
}
