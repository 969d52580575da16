/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

/** Elements that a stateful operator sends on to a later one. */
@Internal
public final class ParticipantToParticipant extends FromParticipant
        implements AttemptsToParticipant {
    private long promise = Timestamps.NONE;

    /** Creates a block to be filled. */
    public ParticipantToParticipant(int target) {
        super(target, FragmentRows.toFill());
    }

    private ParticipantToParticipant(FragmentRows received) {
        super(0, received);
    }

    static ParticipantToParticipant toReceive() {
        return new ParticipantToParticipant(FragmentRows.toReceive());
    }

    /** Promises that nothing with a timestamp up to this one will follow; used at PL4. */
    public void promise(long upTo) {
        promise = upTo;
    }

    @Override
    public long promise() {
        return promise;
    }

    @Override
    public boolean joins() {
        return false;
    }

    @Override
    public int source(int ofCoordinators) {
        return ofCoordinators + participant();
    }

    @Override
    public void deliverTo(Receiver receiver) throws Exception {
        receiver.received(this);
    }

    @Override
    void put(WireHeader header) {
        super.put(header);
        header.promise = promise;
    }

    @Override
    void take(WireHeader header) {
        super.take(header);
        promise = header.promise;
    }
}
