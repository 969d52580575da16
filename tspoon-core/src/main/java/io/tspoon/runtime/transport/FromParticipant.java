/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;

import org.apache.flink.annotation.Internal;

/** A block of a participant. */
@Internal
public abstract sealed class FromParticipant extends Block
        permits ParticipantToParticipant, ParticipantToClose {
    private int participant;
    private long priority = AdmissionWindow.NO_PRIORITY;
    private long highestTimestamp = Timestamps.NONE;

    FromParticipant(int target, FragmentRows fragments) {
        super(target, fragments);
    }

    /**
     * Says how far the participant is.
     *
     * @param lowestPriority lowest transaction id that asks for priority, as far as it knows
     * @param highest highest timestamp that it has seen
     */
    public void from(int index, long lowestPriority, long highest) {
        participant = index;
        priority = lowestPriority;
        highestTimestamp = highest;
    }

    public final int participant() {
        return participant;
    }

    public final long priority() {
        return priority;
    }

    public final long highestTimestamp() {
        return highestTimestamp;
    }

    @Override
    void put(WireHeader header) {
        header.sender = participant;
        header.priority = priority;
        header.highestTimestamp = highestTimestamp;
    }

    @Override
    void take(WireHeader header) {
        participant = header.sender;
        priority = header.priority;
        highestTimestamp = header.highestTimestamp;
    }
}
