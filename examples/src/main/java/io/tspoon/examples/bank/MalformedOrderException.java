/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/**
 * Thrown if a line is not a payment order. The message says why, so that the user can correct the
 * input.
 */
final class MalformedOrderException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedOrderException(String reason) {
        super(reason);
    }
}
