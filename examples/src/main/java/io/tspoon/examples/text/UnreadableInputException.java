/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

/**
 * Thrown if an input cannot be read as a whole, because it does not say what its lines mean. The
 * message says why.
 */
public final class UnreadableInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String fix;

    /**
     * @param fix what the user can do, a sentence
     */
    public UnreadableInputException(String reason, String fix) {
        super(reason);
        this.fix = fix;
    }

    /** What the user can do, a sentence. */
    public String fix() {
        return fix;
    }
}
