/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.admission.Transaction;

/** Transactions whose descriptions differ in every place that there is. */
final class Attempts {
    private static final AdmissionWindow<String> WINDOW = new AdmissionWindow<>(8);

    static final Transaction<String> SHORT = WINDOW.admit("first", "short", 0);
    static final Transaction<String> LONG = WINDOW.admit("second", "longer than sixteen", 0);
    static final Transaction<String> WIDE = WINDOW.admit("third", "\u03bb", 0);

    private Attempts() {}

    /** The time of its element; the first one has none. */
    static long time(Transaction<?> transaction) {
        return transaction == SHORT ? ElementTimes.NONE : transaction.number();
    }

    /** Whether the slot is described as this transaction. */
    static boolean isIn(AttemptDescriptions descriptions, int slot, Transaction<?> transaction) {
        return descriptions.key(slot).equals(transaction.key())
                && descriptions.number(slot) == transaction.number()
                && descriptions.attempts(slot) == 1
                && descriptions.contentHigh(slot) == 0
                && descriptions.time(slot) == time(transaction);
    }
}
