/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

/** The command line cannot be followed. The message says what, why, and how to mend it. */
public final class WrongUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongUseException(String message) {
        super(message);
    }

    public WrongUseException(String message, Throwable cause) {
        super(message, cause);
    }
}
