/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

import java.io.Serial;

/** Thrown if a read is not possible. */
@Internal
public final class ReadException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why the read is not possible, and what the caller can do. */
    public enum Reason {
        /** The snapshot is gone: it was not pinned, or its lease or the retention has expired. */
        SNAPSHOT_TOO_OLD,
        /** The instance is starting or recovering: try again soon. */
        NOT_READY,
        /** The instance has ended or failed: find its successor and try again. */
        GONE,
        /** Transactions up to the snapshot were not finished in time: try again. */
        TIMEOUT,
        /** Too many reads are waiting: try again later. */
        OVERLOADED,
        /** The snapshot lies too far in the future: nobody can have observed it. */
        IN_FUTURE,
        /** There are more keys than the limit: ask for less. */
        TOO_LARGE
    }

    /**
     * @param message what failed, why, and how to fix it
     */
    public ReadException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
