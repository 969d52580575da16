/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Admittance;
import io.tspoon.protocol.access.Participant;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides an attempt, about which nobody else votes any more, if all its accesses are granted at
 * once and none of them depends on another attempt. Its holds are released again before anything
 * else happens (ADR 0009).
 */
@Internal
public final class HereIfGranted<I, K, V, O> implements Settlement<I, K, V, O> {
    private final Participant<K, V> participant;
    private final AccessRunner<I, K, V, O> runner;
    private final WokenAccesses<I, K, V, O> woken;
    private final ByVotes<I, K, V, O> votes;

    /**
     * @param woken goes on with what the decision of an attempt has woken
     * @param votes settles an attempt that has to wait
     */
    public HereIfGranted(
            Participant<K, V> participant,
            AccessRunner<I, K, V, O> runner,
            WokenAccesses<I, K, V, O> woken,
            ByVotes<I, K, V, O> votes) {
        this.participant = participant;
        this.runner = runner;
        this.woken = woken;
        this.votes = votes;
    }

    @Override
    public void settle(FragmentBatch<I, K, V, O> batch, int from, int to) throws Exception {
        List<StateAccess<I, K, V, O>> accesses = new ArrayList<>(to - from);
        List<Admittance> admittances = new ArrayList<>(to - from);
        boolean granted = true;
        for (int i = from; i < to; i++) {
            StateAccess<I, K, V, O> access = batch.access(i);
            Admittance admittance = participant.submit(access, batch.record(i));
            granted &= admittance == Admittance.GRANTED && !access.isDependent();
            accesses.add(access);
            admittances.add(admittance);
        }
        if (!granted) {
            batch.forgetAccesses();
            for (int i = 0; i < accesses.size(); i++) {
                votes.finish(accesses.get(i), admittances.get(i));
            }
            return;
        }
        boolean commits = true;
        for (StateAccess<I, K, V, O> access : accesses) {
            commits &= runner.run(access, false);
        }
        participant.decide(
                batch.coordinator(from),
                batch.slot(from),
                batch.timestamp(from),
                commits ? Decision.COMMIT : Decision.ABORT);
        woken.goOn();
    }
}
