/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

/**
 * Thrown if the command line is invalid. The message says what is wrong, why, and how to correct
 * it.
 */
public final class WrongUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongUseException(String message) {
        super(message);
    }

    public WrongUseException(String message, Throwable cause) {
        super(message, cause);
    }
}
