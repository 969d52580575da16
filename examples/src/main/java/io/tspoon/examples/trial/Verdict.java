/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.List;

/**
 * What the {@link Oracle} says.
 *
 * @param committed transactions in the sink
 * @param aborted transactions in the sink
 * @param observed results that the observer was told
 * @param repeated those among them that it had been told before, in the same words
 * @param revoked those among them that are not true in the end
 * @param reads what queries have shown
 * @param violations how many were found
 * @param firstViolations the first of them, in words
 */
public record Verdict(
        long committed,
        long aborted,
        long observed,
        long repeated,
        long revoked,
        Reads reads,
        long violations,
        List<String> firstViolations) {
    public boolean holds() {
        return violations == 0;
    }
}
