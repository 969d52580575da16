/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * Values that are loaded into a state before the first transaction. They are the payload of the
 * block, key and value in turn; there are no fragments.
 */
@Internal
public final class LoaderToParticipant extends Block implements ToParticipant {
    /** A fuller block is sent. */
    private static final int FULL_BYTES = 1 << 15;

    private int place;
    private int loader;
    private int loaders;
    private int entries;
    private boolean last;
    private long total;

    /** Creates a block to be filled. */
    public LoaderToParticipant(int target) {
        super(target, FragmentRows.toFill());
    }

    private LoaderToParticipant(FragmentRows received) {
        super(0, received);
    }

    static LoaderToParticipant toReceive() {
        return new LoaderToParticipant(FragmentRows.toReceive());
    }

    /**
     * Says whose block it is.
     *
     * @param ofState place of the loaded state in its operator
     * @param index of the instance that loads
     * @param ofLoaders how many such instances there are
     */
    public void from(int ofState, int index, int ofLoaders) {
        place = ofState;
        loader = index;
        loaders = ofLoaders;
    }

    /** Adds a value. */
    public <K, V> void add(
            TypeSerializer<K> keySerializer, K key, TypeSerializer<V> valueSerializer, V value)
            throws IOException {
        keySerializer.serialize(key, fragments().payload());
        valueSerializer.serialize(value, fragments().payload());
        entries++;
    }

    /** Whether it should be sent before more is added. */
    public boolean isFull() {
        return fragments().payloadLength() >= FULL_BYTES;
    }

    /**
     * Nothing follows from this sender.
     *
     * @param ofAll how many values it has sent, to all receivers
     */
    public void end(long ofAll) {
        last = true;
        total = ofAll;
    }

    /** The place of the loaded state in its operator. */
    public int place() {
        return place;
    }

    /** The index of the instance that loads. */
    public int loader() {
        return loader;
    }

    /** How many instances load. */
    public int loaders() {
        return loaders;
    }

    /** The number of values. */
    public int entries() {
        return entries;
    }

    /** Whether nothing follows from this sender. */
    public boolean isLast() {
        return last;
    }

    /** In the last block of a sender: how many values it has sent, to all receivers. */
    public long total() {
        return total;
    }

    /** Keys and values, each of which must be read. */
    public DataInputDeserializer payload() {
        return fragments().readPayload();
    }

    @Override
    public boolean hasContent() {
        return entries > 0 || last;
    }

    @Override
    public void clear() {
        super.clear();
        entries = 0;
        last = false;
        total = 0;
    }

    @Override
    public void deliverTo(Receiver receiver) throws Exception {
        receiver.received(this);
    }

    @Override
    void put(WireHeader header) {
        header.sender = WireHeader.FROM_LOADER;
    }

    @Override
    void take(WireHeader header) {}

    @Override
    void writeMore(DataOutputView out) throws IOException {
        out.writeByte(place);
        out.writeInt(loader);
        out.writeInt(loaders);
        out.writeInt(entries);
        out.writeBoolean(last);
        out.writeLong(total);
    }

    @Override
    void readMore(DataInputView in) throws IOException {
        place = in.readByte();
        loader = in.readInt();
        loaders = in.readInt();
        entries = in.readInt();
        last = in.readBoolean();
        total = in.readLong();
    }
}
