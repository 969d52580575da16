/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * The unit of transport inside a t-graph: fragments of many transactions for one receiver, under a
 * header that says how far its sender is. There is a type for each direction.
 *
 * <p>A block is transport only, never a unit of isolation. A sender fills one block for each
 * receiver, emits it (which copies its bytes into network buffers) and clears it for reuse. A
 * receiver gets a block of its own, and releases it once a later block may use its memory. {@link
 * BlockSerializer} defines the byte layout. Confined to one thread.
 */
@Internal
public abstract sealed class Block permits FromCoordinator, FromParticipant, LoaderToParticipant {
    private final int target;
    private final FragmentRows fragments;

    /**
     * @param target index of the receiving subtask; not on the wire
     */
    Block(int target, FragmentRows fragments) {
        this.target = target;
        this.fragments = fragments;
    }

    public final int target() {
        return target;
    }

    public final FragmentRows fragments() {
        return fragments;
    }

    /** Whether the receiver has to do anything besides reading the header. */
    public boolean hasContent() {
        return fragments.size() > 0;
    }

    /** Clears the rows and what is said once, for the next block. The arrays are kept. */
    public void clear() {
        fragments.clear();
    }

    /**
     * Called when the receiver keeps no reference into the block: the next one may use its memory.
     */
    public final void release() {
        fragments.release();
    }

    // ------------------------------------------------------------------ the wire

    /** Puts the fields of this direction into a cleared header. */
    abstract void put(WireHeader header);

    /** Takes the fields of this direction from a header that was read. */
    abstract void take(WireHeader header);

    int decisionCount() {
        return 0;
    }

    void writeDecisions(DataOutputView out) throws IOException {}

    void readDecisions(DataInputView in, int count) throws IOException {
        if (count != 0) {
            throw new IOException(
                    "[TSP-2407] Cannot read block: it has decisions, which only participants get,"
                            + " count="
                            + count);
        }
    }

    final void writeRows(DataOutputView out) throws IOException {
        out.writeInt(decisionCount());
        out.writeInt(fragments.size());
        out.writeInt(fragments.payloadLength());
        writeDecisions(out);
        fragments.write(out);
        writeMore(out);
    }

    /** Writes what only some blocks have, as the header says. */
    void writeMore(DataOutputView out) throws IOException {}

    /** Reads what {@link #writeMore} wrote. */
    void readMore(DataInputView in) throws IOException {}

    /** Reads what {@link #writeRows} wrote. */
    final void readRows(DataInputView in) throws IOException {
        int decisions = in.readInt();
        int size = in.readInt();
        int payloadLength = in.readInt();
        readDecisions(in, decisions);
        fragments.read(in, size, payloadLength);
        readMore(in);
    }
}
