/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogRecords;

/** Size limits of messages, in bytes. */
final class FlushLimits {
    /** A flush that has reached this size gathers no more. */
    static final int TARGET_BYTES = 1 << 20;

    /** A header, or what is appended in one call, must fit into this. */
    static final int MAX_BYTES = 32 << 20;

    /** The same, with the overhead of the frame and of Kafka. */
    static final int MAX_MESSAGE_BYTES = MAX_BYTES + (64 << 10);

    /** What a transaction may have of MAX_BYTES: others may come before it in one call. */
    static final int MAX_TRANSACTION_BYTES =
            MAX_BYTES - LogRecords.LARGE_BYTES - LogRecords.RESERVE_BYTES;

    private FlushLimits() {}
}
