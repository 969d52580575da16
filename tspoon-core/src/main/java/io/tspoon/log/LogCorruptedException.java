/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

import java.io.IOException;

/** Thrown if a log is damaged where it cannot be an unfinished write; names the file and place. */
@PublicEvolving
public final class LogCorruptedException extends IOException {
    private static final long serialVersionUID = 1L;

    public LogCorruptedException(String message) {
        super(message);
    }

    public LogCorruptedException(String message, Throwable cause) {
        super(message, cause);
    }
}
