/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayDeque;

/**
 * Writes and reads {@link Block}s.
 *
 * <pre>
 *  bytes         field
 *  1             version, 4
 *  4             sender
 *  4             coordinator
 *  8             link
 *  1             flags: 1 the receiver must answer, 2 rows are what a log held
 *  8             low timestamp
 *  8             durable
 *  8             promise
 *  8             priority
 *  8             decision batch
 *  4             replies
 *  8             highest timestamp
 *  4             number of coordinators; only if the receiver must answer
 *  4             d, number of decisions
 *  4             n, number of fragments
 *  4             p, length of the payload
 *  d x 13        slot (4), timestamp (8), decision (1)
 *  n x 14        slot (4), timestamp (8), kind (2)
 *  8             weight of the first fragment
 *  1             0: of all fragments; 1: n x 8 follow, the weight of each
 *  p             payload
 * </pre>
 *
 * <p>All numbers are big-endian. Cost: one copy of the payload in each direction. A serializer
 * reuses blocks that it read earlier and that were released, so it is confined to one thread.
 */
public final class BlockSerializer extends TypeSerializer<Block> {
    private static final long serialVersionUID = 1L;

    private static final int VERSION = 4;

    private static final int GREETING = 1;
    private static final int REPLAY = 2;

    /**
     * At PL4, several blocks of each sender wait at the same time; at other levels one is enough.
     */
    private static final int MAX_KEPT = 16;

    /**
     * Blocks that were read and may be reused, oldest first. Reuse pays because their arrays are
     * long, refer to no objects, and are still in the processor's cache.
     */
    private transient @Nullable ArrayDeque<Block> kept;

    @Override
    public void serialize(Block block, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
        out.writeInt(block.sender);
        out.writeInt(block.coordinator);
        out.writeLong(block.link);
        out.writeByte((block.greeting ? GREETING : 0) | (block.replay ? REPLAY : 0));
        out.writeLong(block.lowTimestamp);
        out.writeLong(block.durable);
        out.writeLong(block.promise);
        out.writeLong(block.priority);
        out.writeLong(block.decisionBatch);
        out.writeInt(block.replies);
        out.writeLong(block.highestTimestamp);
        if (block.greeting) {
            out.writeInt(block.coordinators);
        }
        block.write(out);
    }

    @Override
    public Block deserialize(DataInputView in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException(
                    "Cannot read block: unknown version, version="
                            + version
                            + ", expected="
                            + VERSION
                            + ". Run the same version of tspoon in all processes of the job.");
        }
        int sender = in.readInt();
        int coordinator = in.readInt();
        long link = in.readLong();
        int flags = in.readByte();
        long lowTimestamp = in.readLong();
        long durable = in.readLong();
        long promise = in.readLong();
        long priority = in.readLong();
        long decisionBatch = in.readLong();
        int replies = in.readInt();
        long highestTimestamp = in.readLong();
        boolean greeting = (flags & GREETING) != 0;
        int coordinators = greeting ? in.readInt() : 0;
        Block block = readContent(in);
        block.sender = sender;
        block.coordinator = coordinator;
        block.link = link;
        block.greeting = greeting;
        block.coordinators = coordinators;
        block.replay = (flags & REPLAY) != 0;
        block.lowTimestamp = lowTimestamp;
        block.durable = durable;
        block.promise = promise;
        block.priority = priority;
        block.decisionBatch = decisionBatch;
        block.replies = replies;
        block.highestTimestamp = highestTimestamp;
        return block;
    }

    /** Reads into the oldest block if it was released, else into a new one. */
    private Block readContent(DataInputView in) throws IOException {
        ArrayDeque<Block> blocks = kept;
        if (blocks == null) {
            blocks = new ArrayDeque<>(MAX_KEPT);
            kept = blocks;
        }
        Block oldest = blocks.peek();
        boolean free = oldest != null && oldest.isReleased();
        if (free || blocks.size() == MAX_KEPT) {
            blocks.remove(); // an unreleased one stays with whoever holds it
        }
        Block block = Block.read(in, free ? oldest : null);
        blocks.add(block);
        return block;
    }

    @Override
    public TypeSerializer<Block> duplicate() {
        return new BlockSerializer();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockSerializer;
    }

    @Override
    public int hashCode() {
        return BlockSerializer.class.hashCode();
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public Block createInstance() {
        return new Block(0);
    }

    @Override
    public Block copy(Block from) {
        throw new UnsupportedOperationException(
                "Cannot copy block: blocks travel between tasks only, never within a chain");
    }

    @Override
    public Block copy(Block from, Block reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public Block deserialize(Block reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        throw new UnsupportedOperationException("Cannot copy block: blocks are never stored");
    }

    @Override
    public TypeSerializerSnapshot<Block> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The snapshot, which has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Block> {
        public Snapshot() {
            super(BlockSerializer::new);
        }
    }
}
