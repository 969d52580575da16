/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.jspecify.annotations.Nullable;

/**
 * A line of the input that is no header and not blank, or a message.
 *
 * @param number of the line, from 1; 0 for a message
 * @param place where it is: the number of the line, or topic, partition and offset
 * @param text the line; empty if it is well-formed
 * @param order what it says; null if it is malformed
 * @param reason why it is malformed; empty if it is not
 */
public record InputLine(
        long number, String place, String text, @Nullable PaymentOrder order, String reason) {

    static InputLine wellFormed(long number, PaymentOrder order) {
        return new InputLine(number, "", "", order, "");
    }

    static InputLine malformed(long number, String text, String reason) {
        return new InputLine(number, Long.toString(number), text, null, reason);
    }

    static InputLine malformedMessage(String place, String text, String reason) {
        return new InputLine(0, place, text, null, reason);
    }
}
