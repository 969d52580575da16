/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.Mechanism;

import org.apache.flink.annotation.Internal;

/** Isolates attempts from each other, key by key: some wait, and some are refused and repeated. */
@Internal
public interface AttemptIsolation extends Isolation {
    /** Makes the mechanism of one participant. */
    <K, V> Mechanism<K, V> mechanism(OperatorTraits operator);

    @Override
    default <T> T execution(ExecutionWays<T> ways) {
        return ways.inAttempts(this);
    }
}
