/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.io.IOException;

/** More was appended at once than a message can hold. Trying again does not help. */
final class FlushTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final String fix;

    /**
     * @param bytes size of the message
     * @param fix what the user can do, as the end of a sentence
     */
    FlushTooLargeException(int bytes, String fix) {
        this(
                "too much was appended at once, bytes="
                        + bytes
                        + ", limit="
                        + FlushLimits.MAX_BYTES,
                fix);
    }

    private FlushTooLargeException(String reason, String fix) {
        super(reason);
        this.reason = reason;
        this.fix = fix;
    }

    String reason() {
        return reason;
    }

    String fix() {
        return fix;
    }
}
