/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

/**
 * A line of an input.
 *
 * @param number number of the line, from 1
 * @param text the text without its end; if it could not be decoded, how its bytes look
 * @param problem why it could not be decoded; empty if it could
 */
public record Line(long number, String text, String problem) {
    public boolean isText() {
        return problem.isEmpty();
    }

    boolean isBlank() {
        return isText() && text.isBlank();
    }
}
