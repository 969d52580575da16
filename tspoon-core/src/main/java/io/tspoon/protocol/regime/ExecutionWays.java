/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import org.apache.flink.annotation.Internal;

/**
 * The ways in which transactions can be executed.
 *
 * @param <T> what executes them
 */
@Internal
public interface ExecutionWays<T> {
    /** In attempts, which participants vote on, and which are repeated if one of them refuses. */
    T inAttempts(AttemptIsolation isolation);

    /** In chains of accesses, whose order is known before they run (ADR 0033). */
    T inChains();
}
