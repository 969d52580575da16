/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;

import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * The header of a block as on the wire, where it is the same in all directions: a field that means
 * nothing in a direction is there, too. {@link BlockSerializer} shows it. Each kind of block puts
 * its own fields here, or takes them from here. Confined to one thread.
 */
final class WireHeader {
    /** Instead of the index of a participant: the block is from a coordinator's open operator. */
    static final int FROM_OPEN = -1;

    /** As above: it is from an operator that loads a state. */
    static final int FROM_LOADER = -2;

    private static final int GREETING = 1;
    private static final int REPLAY = 2;
    private static final int LATE = 4;
    private static final int TIMERS = 8;

    int sender;
    int coordinator;
    long link;
    boolean greeting;
    boolean replay;
    boolean late;

    /** Whether an event time follows; if the block is for close, timers follow its rows, too. */
    boolean timers;

    /** Only if {@link #timers}: that of open, or up to where all timers have fired. */
    long eventTime;

    long low;
    long durable;
    long promise;
    long priority;
    long decisionBatch;
    int replies;
    long highestTimestamp;
    Greeting greeter = Greeting.NONE;

    /** Gives all fields the values that they have where they mean nothing. */
    void clear() {
        sender = FROM_OPEN;
        coordinator = 0;
        link = 0;
        greeting = false;
        replay = false;
        late = false;
        timers = false;
        low = Timestamps.NONE;
        durable = Timestamps.NONE;
        promise = Timestamps.NONE;
        priority = AdmissionWindow.NO_PRIORITY;
        decisionBatch = 0;
        replies = 0;
        highestTimestamp = Timestamps.NONE;
        greeter = Greeting.NONE;
    }

    void write(DataOutputView out) throws IOException {
        out.writeInt(sender);
        out.writeInt(coordinator);
        out.writeLong(link);
        out.writeByte(
                (greeting ? GREETING : 0)
                        | (replay ? REPLAY : 0)
                        | (late ? LATE : 0)
                        | (timers ? TIMERS : 0));
        out.writeLong(low);
        out.writeLong(durable);
        out.writeLong(promise);
        out.writeLong(priority);
        out.writeLong(decisionBatch);
        out.writeInt(replies);
        out.writeLong(highestTimestamp);
        if (greeting) {
            out.writeInt(greeter.coordinators());
            out.writeUTF(greeter.vertices());
        }
        if (timers) {
            out.writeLong(eventTime);
        }
    }

    /** Reads what {@link #write} wrote. */
    void read(DataInputView in) throws IOException {
        sender = in.readInt();
        coordinator = in.readInt();
        link = in.readLong();
        int flags = in.readByte();
        greeting = (flags & GREETING) != 0;
        replay = (flags & REPLAY) != 0;
        late = (flags & LATE) != 0;
        timers = (flags & TIMERS) != 0;
        low = in.readLong();
        durable = in.readLong();
        promise = in.readLong();
        priority = in.readLong();
        decisionBatch = in.readLong();
        replies = in.readInt();
        highestTimestamp = in.readLong();
        greeter = greeting ? new Greeting(in.readInt(), in.readUTF()) : Greeting.NONE;
        eventTime = timers ? in.readLong() : 0;
    }
}
