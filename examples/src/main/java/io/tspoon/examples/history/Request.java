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
 * @param invokedAt nanoseconds, when it was given to the t-graph; 0 before
 */
public record Request(
        long number, List<Operation> operations, boolean aborts, boolean fails, long invokedAt) {
    private static final char SEPARATOR = '@';

    Request invoked(long nanos, boolean injectFailure) {
        return new Request(number, operations, aborts, injectFailure, nanos);
    }

    /**
     * Number and time of invocation. The key has them because the result of an aborted transaction
     * carries no elements.
     */
    String transactionKey() {
        return "" + number + SEPARATOR + invokedAt;
    }

    static long numberIn(String transactionKey) {
        return Long.parseLong(transactionKey.substring(0, transactionKey.indexOf(SEPARATOR)));
    }

    static long invokedAtIn(String transactionKey) {
        return Long.parseLong(transactionKey.substring(transactionKey.indexOf(SEPARATOR) + 1));
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
