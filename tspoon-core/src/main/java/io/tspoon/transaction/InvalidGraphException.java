/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.jspecify.annotations.Nullable;

/**
 * A t-graph was built in a way that cannot run. Thrown while the job is built, never at run time;
 * the message says what is wrong, where, and how to mend it.
 */
public final class InvalidGraphException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidGraphException(String message) {
        super(message);
    }

    /**
     * @param cause what was caught; null if there is nothing
     */
    public InvalidGraphException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
