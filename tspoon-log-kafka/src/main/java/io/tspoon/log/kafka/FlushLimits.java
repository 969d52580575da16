/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

/** How large messages may become, in bytes. */
final class FlushLimits {
    /** No more is gathered for a flush that has this much. */
    static final int TARGET_BYTES = 1 << 20;

    /** What is appended in one call, and a header, must fit. */
    static final int MAX_BYTES = 32 << 20;

    /** The same with what the frame and Kafka add. */
    static final int MAX_MESSAGE_BYTES = MAX_BYTES + (64 << 10);

    private FlushLimits() {}
}
