/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;

/**
 * An access fails that was declared never to fail. Others may have installed their parts of the
 * transaction by now, so it cannot be aborted. Fails the job.
 */
@Internal
public final class UndeclaredFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UndeclaredFailureException(long id, Object access) {
        super(
                "[TSP-2526] Cannot abort transaction: its access was declared never to fail, "
                        + access
                        + ", transaction="
                        + id
                        + ". Declare that it may fail.");
    }
}
