/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;

/**
 * What is to be done with an account.
 *
 * @param message the report, or the question
 * @param pays whether what was due is paid
 * @param toll what is due from now on; null for nothing, and for a question
 * @param alert to be sent with the toll; null for none
 */
public record AccountEntry(
        RoadMessage message, boolean pays, @Nullable Toll toll, @Nullable Alert alert) {
    static AccountEntry question(RoadMessage message) {
        return new AccountEntry(message, false, null, null);
    }

    boolean isQuestion() {
        return message.type() == RoadMessage.BALANCE;
    }
}
