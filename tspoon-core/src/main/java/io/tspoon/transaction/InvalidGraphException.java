/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * Thrown while the job is being built, never at run time, if a t-graph is defined in a way that
 * cannot run. The message says what is wrong, where, and how to fix it.
 */
@PublicEvolving
public final class InvalidGraphException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidGraphException(String message) {
        super(message);
    }

    /**
     * @param cause the underlying exception; null if there is none
     */
    public InvalidGraphException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
