/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.ArrayList;
import java.util.List;

/**
 * Descriptions of the violations that were found: the first {@value #MOST}, and the number of all.
 */
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

    /** The first violations in the order in which they were found. */
    List<String> first() {
        return List.copyOf(first);
    }
}
