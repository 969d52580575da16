/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/** A line is no payment order. The message says why, for whoever mends the file. */
final class MalformedOrderException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedOrderException(String reason) {
        super(reason);
    }
}
