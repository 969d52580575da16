/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.ArrayList;
import java.util.List;

/**
 * A transaction to execute.
 *
 * @param number position in the input, from 0
 * @param operations its steps
 * @param aborts whether its last step aborts it
 * @param fails whether its last step makes the job fail
 */
public record Request(long number, List<Operation> operations, boolean aborts, boolean fails) {
    Request failing(boolean injectFailure) {
        return new Request(number, operations, aborts, injectFailure);
    }

    String transactionKey() {
        return Long.toString(number);
    }

    static long numberIn(String transactionKey) {
        return Long.parseLong(transactionKey);
    }

    /** One access for each step. */
    List<Access> accesses() {
        List<Access> accesses = new ArrayList<>();
        for (int index = 0; index < operations.size(); index++) {
            boolean last = index == operations.size() - 1;
            accesses.add(new Access(index, operations.get(index), last && aborts, last && fails));
        }
        return accesses;
    }
}
