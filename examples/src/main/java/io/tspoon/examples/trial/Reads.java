/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

/**
 * How much queries have shown.
 *
 * @param balances that were judged
 * @param revoked those among them that do not follow from the results
 * @param unanswered questions without an answer
 * @param resumed how often there was an answer again behind questions without one
 */
public record Reads(long balances, long revoked, long unanswered, long resumed) {
    /** As a line of a report. */
    public String line() {
        return "Read by queries: "
                + balances
                + " balances, revoked "
                + revoked
                + "; questions without an answer "
                + unanswered
                + ", answered again "
                + resumed;
    }
}
