/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

/** Thrown if a message cannot be read. The text says why. */
public final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedMessageException(String reason) {
        super(reason);
    }
}
