/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/** Decisions, and elements of new attempts. */
@Internal
public final class CoordinatorToParticipant extends FromCoordinator
        implements AttemptsToParticipant {
    private static final int INITIAL_DECISIONS = 16;

    private final DecisionRows decisions;
    private long durableUpTo = Timestamps.NONE;
    private long promise = Timestamps.NONE;
    private boolean tellsTime;
    private long eventTime;

    /** Creates a block to be filled. */
    public CoordinatorToParticipant(int target) {
        super(target, FragmentRows.toFill(), FragmentRows.toFill());
        decisions = new DecisionRows(INITIAL_DECISIONS);
    }

    private CoordinatorToParticipant(FragmentRows received, FragmentRows late) {
        super(0, received, late);
        decisions = new DecisionRows(0);
    }

    static CoordinatorToParticipant toReceive() {
        return new CoordinatorToParticipant(FragmentRows.toReceive(), FragmentRows.toReceive());
    }

    public DecisionRows decisions() {
        return decisions;
    }

    /**
     * What the receiver has decided alone up to a timestamp is durable; in chains, all transactions
     * of the coordinator.
     */
    public void markDurable(long upTo) {
        durableUpTo = upTo;
    }

    /** Promises that nothing with a timestamp up to this one will follow; used at PL4. */
    public void promise(long upTo) {
        promise = upTo;
    }

    /** Says how far event time is at the coordinator. */
    public void eventTime(long reached) {
        tellsTime = true;
        eventTime = reached;
    }

    /** Whether the coordinator says how far event time is. */
    public boolean tellsTime() {
        return tellsTime;
    }

    /** How far event time is at the coordinator, if it says so. */
    public long eventTime() {
        return eventTime;
    }

    public long durableUpTo() {
        return durableUpTo;
    }

    @Override
    public long promise() {
        return promise;
    }

    @Override
    public boolean joins() {
        return isGreeting();
    }

    @Override
    public int source(int ofCoordinators) {
        return coordinator();
    }

    @Override
    public boolean hasContent() {
        return decisions.size() > 0 || super.hasContent();
    }

    @Override
    public void clear() {
        super.clear();
        decisions.clear();
        tellsTime = false;
    }

    @Override
    public void deliverTo(Receiver receiver) throws Exception {
        receiver.received(this);
    }

    @Override
    void put(WireHeader header) {
        super.put(header);
        header.durable = durableUpTo;
        header.promise = promise;
        header.timers = tellsTime;
        header.eventTime = eventTime;
    }

    @Override
    void take(WireHeader header) {
        super.take(header);
        durableUpTo = header.durable;
        promise = header.promise;
        tellsTime = header.timers;
        eventTime = header.eventTime;
    }

    @Override
    int decisionCount() {
        return decisions.size();
    }

    @Override
    void writeDecisions(DataOutputView out) throws IOException {
        decisions.write(out);
    }

    @Override
    void readDecisions(DataInputView in, int count) throws IOException {
        decisions.read(in, count);
    }
}
