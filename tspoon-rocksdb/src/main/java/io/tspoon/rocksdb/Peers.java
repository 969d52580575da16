/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Whose files a process copies: a chain over the subtasks of an operator, as in ChronoStream.
 *
 * <p>Each subtask that runs here stands for as many of the next ones that run elsewhere as there
 * are to be copies. Those that one cannot find between itself and the next subtask of the process
 * it finds behind that. So a process copies as much as it has, times the number of copies, and with
 * as many subtasks in each process all are copied, whether they lie in rows or one in turn.
 */
final class Peers {
    private Peers() {}

    /**
     * @param here subtasks that run in this process
     * @param parallelism of the operator
     * @param copies of each subtask, in other processes
     */
    static SortedSet<Integer> of(Collection<Integer> here, int parallelism, int copies) {
        SortedSet<Integer> found = new TreeSet<>();
        long open = 0;
        for (int round = 0; round < 2; round++) { // the chain is a ring
            found.clear();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                if (here.contains(subtask)) {
                    open += copies;
                } else if (open > 0) {
                    open--;
                    found.add(subtask);
                }
            }
        }
        return found;
    }
}
