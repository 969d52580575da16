/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/** A block of a coordinator's open operator. */
@Internal
public abstract sealed class FromCoordinator extends Block
        permits CoordinatorToParticipant, CoordinatorToClose {
    /** A low timestamp that means that the coordinator will begin nothing any more. */
    public static final long NO_MORE = Long.MAX_VALUE;

    private int coordinator;
    private long link;
    private long low = Timestamps.NONE;
    private long priority = AdmissionWindow.NO_PRIORITY;
    private long decisionBatch;
    private boolean greeting;
    private Greeting greeter = Greeting.NONE;
    private boolean replay;

    /** Fragments of attempts that began in an earlier round, with their timestamps. */
    private final FragmentRows late;

    private boolean readsLate;

    FromCoordinator(int target, FragmentRows fragments, FragmentRows late) {
        super(target, fragments);
        this.late = late;
    }

    /**
     * Fragments that an attempt sends later than its others, because a function has waited for
     * values. They belong to no round, so they are not stamped.
     */
    public final FragmentRows late() {
        return late;
    }

    /**
     * Says how far the coordinator is.
     *
     * @param linkId id of the feedback link between its open and its close operator
     * @param lowTimestamp every attempt up to it is decided, and no other will be begun up to it
     * @param lowestPriority lowest transaction id that asks for priority
     * @param lastBatch the last batch whose decisions are in this block or an earlier one
     */
    public final void from(
            int index, long linkId, long lowTimestamp, long lowestPriority, long lastBatch) {
        coordinator = index;
        link = linkId;
        low = lowTimestamp;
        priority = lowestPriority;
        decisionBatch = lastBatch;
    }

    /**
     * Asks the receiver for an answer, even if the block contains nothing else.
     *
     * @param own what the coordinator says of itself
     */
    public final void greet(Greeting own) {
        greeting = true;
        greeter = own;
    }

    /** Marks the rows as what a log held; no answer is needed. */
    public final void markReplay() {
        replay = true;
    }

    /** Turns positions within a round, counted from 0, into timestamps. */
    public final void stamp(long base, long step) {
        fragments().stamp(base, step);
    }

    @Override
    public boolean hasContent() {
        return greeting || late.size() > 0 || super.hasContent();
    }

    @Override
    public void clear() {
        super.clear();
        late.clear();
        greeting = false;
        greeter = Greeting.NONE;
        replay = false;
    }

    public final int coordinator() {
        return coordinator;
    }

    public final long link() {
        return link;
    }

    public final long low() {
        return low;
    }

    public final long priority() {
        return priority;
    }

    public final long decisionBatch() {
        return decisionBatch;
    }

    public final boolean isGreeting() {
        return greeting;
    }

    /** What the coordinator says of itself; only in a greeting. */
    public final Greeting greeting() {
        return greeter;
    }

    public final boolean isReplay() {
        return replay;
    }

    @Override
    void put(WireHeader header) {
        header.sender = WireHeader.FROM_OPEN;
        header.coordinator = coordinator;
        header.link = link;
        header.low = low;
        header.priority = priority;
        header.decisionBatch = decisionBatch;
        header.greeting = greeting;
        header.greeter = greeter;
        header.replay = replay;
        header.late = late.size() > 0;
    }

    @Override
    void take(WireHeader header) {
        coordinator = header.coordinator;
        link = header.link;
        low = header.low;
        priority = header.priority;
        decisionBatch = header.decisionBatch;
        greeting = header.greeting;
        greeter = header.greeter;
        replay = header.replay;
        readsLate = header.late;
    }

    @Override
    final void writeMore(DataOutputView out) throws IOException {
        if (late.size() > 0) {
            out.writeInt(late.size());
            out.writeInt(late.payloadLength());
            late.write(out);
        }
    }

    @Override
    final void readMore(DataInputView in) throws IOException {
        if (readsLate) {
            int size = in.readInt();
            late.read(in, size, in.readInt());
        } else {
            late.readNothing();
        }
    }
}
