/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/** The command line cannot be followed. The message says what, why, and how to mend it. */
final class WrongUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongUseException(String message) {
        super(message);
    }
}
