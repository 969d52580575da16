/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.io.IOException;

/**
 * The partition has put a message at or before the offset of an earlier one: acknowledged messages
 * are gone.
 */
final class PartWentBackException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What the user can do, as the end of a sentence. */
    static final String FIX =
            "what is gone of the log since then cannot be repeated. Let nobody delete the topic or"
                    + " create it anew, and set min.insync.replicas=2 on it, with three replicas";

    private final String reason;

    /**
     * @param offset of the message
     * @param before offset of the message sent before it
     */
    PartWentBackException(long offset, long before) {
        this(
                "the partition went back, as the topic was created anew or its replicas lost what"
                        + " they had acknowledged, offset="
                        + offset
                        + ", offset of the flush before="
                        + before);
    }

    private PartWentBackException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
