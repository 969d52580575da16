/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.jspecify.annotations.Nullable;

/**
 * A line of the input that is no header and not blank.
 *
 * @param number of the line, from 1
 * @param text the line
 * @param order what it says; null if it is malformed
 * @param reason why it is malformed; empty if it is not
 */
public record InputLine(long number, String text, @Nullable PaymentOrder order, String reason) {

    static InputLine wellFormed(long number, PaymentOrder order) {
        return new InputLine(number, "", order, "");
    }

    static InputLine malformed(long number, String text, String reason) {
        return new InputLine(number, text, null, reason);
    }
}
