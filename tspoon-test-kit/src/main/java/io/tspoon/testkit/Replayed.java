/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Compares a result of a job with that of a serial run. */
final class Replayed {
    private Replayed() {}

    /**
     * @throws AssertionError if they differ in what is said of the transaction
     */
    static void check(TransactionResult<?> ofJob, TransactionResult<?> serial, Object element) {
        boolean agree =
                ofJob.isCommitted()
                        ? serial.isCommitted()
                                && isSame(ofJob.updates(), serial.updates())
                                && isSame(ofJob.emitted(), serial.emitted())
                        : serial.isAborted()
                                && !Collections.disjoint(ofJob.reasons(), serial.reasons());
        if (!agree) {
            throw new AssertionError(
                    "[TSP-8107] A result is not that of a serial run in the order of timestamps"
                            + "\n  given "
                            + element
                            + "\n  of the job "
                            + ofJob
                            + "\n  serially "
                            + serial);
        }
    }

    /** Whether the lists have the same elements, in any order. */
    static boolean isSame(List<?> one, List<?> other) {
        List<Object> left = new ArrayList<>(one);
        for (Object element : other) {
            if (!left.remove(element)) {
                return false;
            }
        }
        return left.isEmpty();
    }
}
