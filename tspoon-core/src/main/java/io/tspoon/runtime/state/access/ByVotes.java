/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.access.Admittance;
import io.tspoon.protocol.access.Participant;

import org.apache.flink.annotation.Internal;

import java.util.function.Consumer;

/** Each access is reported to the coordinator, which decides. */
@Internal
public final class ByVotes<I, K, V, O> implements Settlement<I, K, V, O> {
    private final Participant<K, V> participant;
    private final AccessRunner<I, K, V, O> runner;
    private final Consumer<? super StateAccess<I, K, V, O>> waits;
    private final boolean mayRefuse;

    /**
     * @param waits receives the accesses that have to wait for decisions
     * @param mayRefuse whether an access may come too late
     */
    public ByVotes(
            Participant<K, V> participant,
            AccessRunner<I, K, V, O> runner,
            Consumer<? super StateAccess<I, K, V, O>> waits,
            boolean mayRefuse) {
        this.participant = participant;
        this.runner = runner;
        this.waits = waits;
        this.mayRefuse = mayRefuse;
    }

    @Override
    public void settle(FragmentBatch<I, K, V, O> batch, int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            StateAccess<I, K, V, O> access;
            try {
                access = batch.access(i);
            } catch (Exception e) {
                if (!batch.isSpeculative(i)) {
                    throw e;
                }
                runner.repeat(
                        batch.coordinator(i),
                        batch.slot(i),
                        batch.timestamp(i),
                        batch.weight(i),
                        e);
                continue;
            }
            Admittance admittance = participant.submit(access, batch.record(i));
            if (admittance == Admittance.WAITING) {
                batch.forgetNewest();
                finish(access, admittance);
            } else {
                finish(access, admittance);
                batch.reuseNewest();
            }
        }
    }

    /** Goes on with an access that the participant has answered. */
    void finish(StateAccess<I, K, V, O> access, Admittance admittance) throws Exception {
        switch (admittance) {
            case GRANTED -> runner.run(access, true);
            case REFUSED -> refuse(access);
            case WAITING -> waits.accept(access);
        }
    }

    private void refuse(StateAccess<I, K, V, O> access) throws Exception {
        if (!mayRefuse) {
            throw new ProtocolException(
                    "[TSP-2516] Cannot keep entry order: an access came too late, key="
                            + access.key()
                            + ", timestamp="
                            + access.timestamp()
                            + ", conflict="
                            + access.conflict());
        }
        runner.refuse(access);
    }
}
