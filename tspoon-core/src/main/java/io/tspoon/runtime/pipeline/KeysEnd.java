/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;

import org.apache.flink.annotation.Internal;

/** How the owner of a key learns that a function does not need it any more. */
@Internal
public enum KeysEnd {
    /** All participants of an attempt learn its decision. */
    WITH_THE_DECISION,
    /** Nobody is told decisions, so the key is given back even if it was not written. */
    WITH_A_FRAGMENT;

    /** What holds if transactions are executed in these ways. */
    public static final ExecutionWays<KeysEnd> WAYS =
            new ExecutionWays<>() {
                @Override
                public KeysEnd inAttempts(AttemptIsolation isolation) {
                    return WITH_THE_DECISION;
                }

                @Override
                public KeysEnd inChains() {
                    return WITH_A_FRAGMENT;
                }
            };
}
