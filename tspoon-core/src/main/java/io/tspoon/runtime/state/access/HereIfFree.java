/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Participant;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Decides an attempt at once if it has no vote left elsewhere and all its keys here are free:
 * nobody else has a vote that matters, and nobody waits. So no decision has to travel here, and
 * nothing is held (ADR 0009).
 */
@Internal
public final class HereIfFree<I, K, V, O> implements Settlement<I, K, V, O> {
    private final Participant<K, V> participant;
    private final AccessRunner<I, K, V, O> runner;
    private final Settlement<I, K, V, O> ofPart;
    private final Settlement<I, K, V, O> ofTaken;

    /**
     * @param ofPart settles an attempt that others vote about
     * @param ofTaken settles an attempt that needs a key which is not free
     */
    public HereIfFree(
            Participant<K, V> participant,
            AccessRunner<I, K, V, O> runner,
            Settlement<I, K, V, O> ofPart,
            Settlement<I, K, V, O> ofTaken) {
        this.participant = participant;
        this.runner = runner;
        this.ofPart = ofPart;
        this.ofTaken = ofTaken;
    }

    @Override
    public void settle(FragmentBatch<I, K, V, O> batch, int from, int to) throws Exception {
        if (!batch.voteLast(from, to)) {
            ofPart.settle(batch, from, to);
            return;
        }
        StateAccess<I, K, V, O> first = grantOnePhase(batch, from, to);
        if (first == null) {
            ofTaken.settle(batch, from, to);
            return;
        }
        boolean commits = true;
        for (StateAccess<I, K, V, O> one = first; one != null; one = one.next) {
            commits &= runner.run(one, false);
        }
        Decision decision = commits ? Decision.COMMIT : Decision.ABORT;
        for (StateAccess<I, K, V, O> one = first; one != null; one = one.next) {
            participant.decideOnePhase(one, decision);
        }
    }

    /**
     * The first of the granted accesses, which form a chain; null if one of them was not granted.
     */
    private @Nullable StateAccess<I, K, V, O> grantOnePhase(
            FragmentBatch<I, K, V, O> batch, int from, int to) throws Exception {
        StateAccess<I, K, V, O> first = null;
        StateAccess<I, K, V, O> last = null;
        for (int i = from; i < to; i++) {
            StateAccess<I, K, V, O> access = batch.access(i);
            if (!participant.grantOnePhase(access, batch.record(i))) {
                return null;
            }
            if (last == null) {
                first = access;
            } else {
                last.next = access;
            }
            last = access;
        }
        return first;
    }
}
