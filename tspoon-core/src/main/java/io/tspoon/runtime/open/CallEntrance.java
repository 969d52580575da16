/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.call.CallTaker;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.call.CallAdmission;
import io.tspoon.runtime.call.CallDesk;
import io.tspoon.runtime.call.CallServices;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Calls enter. They wait at the {@link CallDesk} until they may be admitted, and have places of
 * their own, so they do not starve the stream, nor the stream them.
 */
final class CallEntrance<I> implements Calls, CallAdmission {
    private static final Logger LOG = LoggerFactory.getLogger(CallEntrance.class);

    private final OpenPlan<I> plan;
    private final Admission<I> admission;
    private final OpenDurability<I> durability;
    private final HybridClock clock;
    private final LongSupplier time;
    private final MailboxExecutor mailbox;
    private final CallDesk desk;

    /** By procedure: the number of the entrance by which its calls come. */
    private final int[] entrances;

    /**
     * @param time gives the Flink timestamp of the result of a call that begins now
     * @param services what Flink gives the operator
     */
    CallEntrance(
            OpenPlan<I> plan,
            Admission<I> admission,
            OpenDurability<I> durability,
            HybridClock clock,
            LongSupplier time,
            MailboxExecutor mailbox,
            CallServices services)
            throws Exception {
        this.plan = plan;
        this.admission = admission;
        this.durability = durability;
        this.clock = clock;
        this.time = time;
        this.mailbox = mailbox;
        this.entrances =
                plan.procedures().stream()
                        .mapToInt(procedure -> plan.entrances().indexOf(procedure.name()))
                        .toArray();
        this.desk = CallDesk.open(plan, this, services, this::mayGoOn);
    }

    @Override
    public CallTaker taker() {
        return desk;
    }

    @Override
    public LoggedCalls logged() {
        return desk.logged();
    }

    /** Also called by any thread that brings a call. */
    @Override
    public void mayGoOn() {
        try {
            mailbox.execute(desk::serve, "calls of t-graph %s", plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Left calls alone: the open operator has ended", e);
        }
    }

    @Override
    public void admitWaiting() throws Exception {
        desk.serve();
    }

    @Override
    public void ended(List<TransactionResult<?>> results) throws Exception {
        desk.ended(results);
    }

    @Override
    public void snapshot(long checkpoint, boolean stopsJob) {
        desk.snapshot(checkpoint, stopsJob);
    }

    @Override
    public void completed(long checkpoint) {
        desk.completed(checkpoint);
    }

    @Override
    public void aborted(long checkpoint) {
        desk.aborted(checkpoint);
    }

    @Override
    public void end() {
        desk.end();
    }

    @Override
    public void close() {
        desk.close();
    }

    // ------------------------------------------------------------------ admission

    @Override
    public boolean isRecovered() {
        return durability.isRecovered();
    }

    @Override
    public boolean makeRoom() throws Exception {
        if (!admission.hasRoomForCall() && !admission.isPaused()) {
            admission.makeRoom();
        }
        return admission.hasRoomForCall();
    }

    @Override
    @SuppressWarnings("unchecked") // a t-graph with procedures has entrances with names
    public void begin(int procedure, Object request, String key, long digestHigh, long digestLow)
            throws Exception {
        I element = (I) new Entered<>(entrances[procedure], request);
        admission.admitCall(element, key, digestHigh, digestLow, time.getAsLong());
    }

    @Override
    public void begun() throws Exception {
        admission.callsBegun();
    }

    @Override
    public void ended() {
        admission.callEnded();
    }

    @Override
    public void observe(long timestamp) {
        clock.observe(timestamp);
    }
}
