/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Participant;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/**
 * Decides the attempt of an access that had to wait as soon as it is granted, if nobody else votes
 * about it (ADR 0009). Otherwise a hot key would be held for a round trip once one attempt has
 * waited for it: whoever comes meanwhile waits, too.
 */
@Internal
public final class DecidedWhenGranted<I, K, V, O> implements Resumption<I, K, V, O> {
    private final Participant<K, V> participant;
    private final AccessRunner<I, K, V, O> runner;

    public DecidedWhenGranted(Participant<K, V> participant, AccessRunner<I, K, V, O> runner) {
        this.participant = participant;
        this.runner = runner;
    }

    @Override
    public void resume(StateAccess<I, K, V, O> access) throws IOException {
        if (!access.votesLast() || access.isDependent()) {
            runner.run(access, true);
            return;
        }
        boolean commits = runner.run(access, false);
        participant.decide(
                access.coordinator(),
                access.slot(),
                access.timestamp(),
                commits ? Decision.COMMIT : Decision.ABORT);
    }
}
