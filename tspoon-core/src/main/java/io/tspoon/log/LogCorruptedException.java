/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.IOException;

/**
 * Thrown if a log is damaged in a place that cannot be an unfinished write. The message names the
 * file and the place.
 */
public final class LogCorruptedException extends IOException {
    private static final long serialVersionUID = 1L;

    public LogCorruptedException(String message) {
        super(message);
    }

    public LogCorruptedException(String message, Throwable cause) {
        super(message, cause);
    }
}
