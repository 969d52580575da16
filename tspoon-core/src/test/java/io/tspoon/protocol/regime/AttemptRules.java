/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.ParticipantRules;

/** The rules of a regime in which transactions are executed in attempts. */
public final class AttemptRules {
    private AttemptRules() {}

    public static <K, V> ParticipantRules<K, V> of(Regime regime, OperatorTraits operator) {
        return regime.isolation()
                .execution(
                        new ExecutionWays<>() {
                            @Override
                            public ParticipantRules<K, V> inAttempts(AttemptIsolation isolation) {
                                return regime.rules(isolation, operator);
                            }

                            @Override
                            public ParticipantRules<K, V> inChains() {
                                throw new AssertionError("no attempts");
                            }
                        });
    }
}
