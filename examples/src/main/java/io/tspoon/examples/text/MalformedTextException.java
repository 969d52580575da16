/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

/** Thrown if bytes or characters are no text. The message says why. */
public final class MalformedTextException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedTextException(String reason) {
        super(reason);
    }
}
