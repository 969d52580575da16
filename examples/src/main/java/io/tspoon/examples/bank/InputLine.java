/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.jspecify.annotations.Nullable;

/**
 * A line of the input, neither header nor blank; or a message.
 *
 * @param number number of the line, from 1; 0 for a message
 * @param place where it was found: number of the line, or topic, partition and offset
 * @param text the text if it is malformed, empty otherwise
 * @param order the order; null if the line is malformed
 * @param reason why the line is malformed; empty if it is not
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
