/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.Arrays;

/** The shapes of t-graph; operators are numbered so that edges go to higher numbers. */
enum Graph {
    SINGLE(new int[] {0}, new int[][] {{}}),
    CHAIN_OF_TWO(new int[] {0}, new int[][] {{1}, {}}),
    CHAIN_OF_THREE(new int[] {0}, new int[][] {{1}, {2}, {}}),
    PARALLEL(new int[] {0, 1}, new int[][] {{}, {}}),
    JOIN(new int[] {0, 1}, new int[][] {{2}, {2}, {}}),
    DIAMOND(new int[] {0}, new int[][] {{1, 2}, {3}, {3}, {}});

    private final int[] first;
    private final int[][] next;

    Graph(int[] first, int[][] next) {
        this.first = first;
        this.next = next;
    }

    int operators() {
        return next.length;
    }

    /** The operators that input elements go to. */
    int[] first() {
        return first;
    }

    /** Whether elements of the one operator go to the other. */
    boolean reaches(int from, int to) {
        return Arrays.stream(next[from]).anyMatch(operator -> operator == to);
    }

    /** The operators that elements of the operator go to. */
    int[] next(int operator) {
        return next[operator];
    }
}
