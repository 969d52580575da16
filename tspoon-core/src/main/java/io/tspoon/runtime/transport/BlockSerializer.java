/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * Writes and reads {@link Block}s.
 *
 * <pre>
 *  bytes         field
 *  1             version, 5
 *  4             sender
 *  4             coordinator
 *  8             link
 *  1             flags: 1 the receiver must answer, 2 rows are what a log held, 4 late fragments,
 *                8 timers
 *  8             low timestamp
 *  8             durable
 *  8             promise
 *  8             priority
 *  8             decision batch
 *  4             replies
 *  8             highest timestamp
 *  4             number of coordinators; only if the receiver must answer
 *  2 + v         vertices of the t-graph as a text; only if the receiver must answer
 *  8             event time; only with flag 8
 *  4             d, number of decisions
 *  4             n, number of fragments
 *  4             p, length of the payload
 *  d x 13        slot (4), timestamp (8), decision (1)
 *  n x 14        slot (4), timestamp (8), kind (2)
 *  8             weight of the first fragment
 *  1             0: of all fragments; flag 1: n x 8 follow, the weight of each; flag 2: n x 4
 *                follow, the element of its batch that each comes from
 *  p             payload
 *                and, of late fragments, if there are any:
 *  4, 4          n, p; then rows, weights and payload as above
 *                or, with flag 8, to close:
 *  4             length of the timers that are due
 *                these, as {@code DueTimerSerializer} writes them
 *                or, of values that are loaded, for which n is 0:
 *  1, 4, 4       place of the state, loading instance, number of such instances
 *  4, 1, 8       number of values; whether it is the last block, and then the total number
 * </pre>
 *
 * <p>All numbers are big-endian. The header is the same in all directions. Cost: one copy of the
 * payload in each direction. A serializer reuses blocks that it read earlier and that were
 * released, so it is confined to one thread.
 */
@Internal
public final class BlockSerializer extends TypeSerializer<Block> {
    private static final long serialVersionUID = 1L;

    private static final int VERSION = 5;

    /** Whose blocks are read: the wire does not tell. */
    enum Receiver {
        PARTICIPANT,
        CLOSE
    }

    private final Receiver receiver;
    private transient @Nullable WireHeader header;
    private transient @Nullable BlockPool<?> fromCoordinators;
    private transient @Nullable BlockPool<?> fromParticipants;
    private transient @Nullable BlockPool<?> fromLoaders;

    BlockSerializer(Receiver receiver) {
        this.receiver = receiver;
    }

    /** For blocks that go to stateful operators. */
    public static BlockSerializer forParticipants() {
        return new BlockSerializer(Receiver.PARTICIPANT);
    }

    /** For blocks that go to close operators. */
    static BlockSerializer forClose() {
        return new BlockSerializer(Receiver.CLOSE);
    }

    private WireHeader header() {
        WireHeader own = header;
        if (own == null) {
            own = new WireHeader();
            header = own;
        }
        return own;
    }

    @Override
    public void serialize(Block block, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
        WireHeader own = header();
        own.clear();
        block.put(own);
        own.write(out);
        block.writeRows(out);
    }

    @Override
    public Block deserialize(DataInputView in) throws IOException {
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException(
                    "[TSP-2401] Cannot read block: unknown version, version="
                            + version
                            + ", expected="
                            + VERSION
                            + ". Run the same version of tspoon in all processes of the job.");
        }
        WireHeader own = header();
        own.read(in);
        Block block = blockFrom(own.sender);
        block.take(own);
        block.readRows(in);
        return block;
    }

    private Block blockFrom(int sender) {
        return switch (sender) {
            case WireHeader.FROM_OPEN -> fromCoordinator();
            case WireHeader.FROM_LOADER -> fromLoader();
            default -> fromParticipant();
        };
    }

    private Block fromLoader() {
        BlockPool<?> pool = fromLoaders;
        if (pool == null) {
            pool = new BlockPool<>(LoaderToParticipant::toReceive);
            fromLoaders = pool;
        }
        return pool.next();
    }

    private Block fromCoordinator() {
        BlockPool<?> pool = fromCoordinators;
        if (pool == null) {
            pool =
                    receiver == Receiver.CLOSE
                            ? new BlockPool<>(CoordinatorToClose::toReceive)
                            : new BlockPool<>(CoordinatorToParticipant::toReceive);
            fromCoordinators = pool;
        }
        return pool.next();
    }

    private Block fromParticipant() {
        BlockPool<?> pool = fromParticipants;
        if (pool == null) {
            pool =
                    receiver == Receiver.CLOSE
                            ? new BlockPool<>(ParticipantToClose::toReceive)
                            : new BlockPool<>(ParticipantToParticipant::toReceive);
            fromParticipants = pool;
        }
        return pool.next();
    }

    @Override
    public TypeSerializer<Block> duplicate() {
        return new BlockSerializer(receiver);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockSerializer same && same.receiver == receiver;
    }

    @Override
    public int hashCode() {
        return receiver.name().hashCode();
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public Block createInstance() {
        return receiver == Receiver.CLOSE
                ? new CoordinatorToClose(0)
                : new CoordinatorToParticipant(0);
    }

    @Override
    public Block copy(Block from) {
        throw new UnsupportedOperationException(
                "[TSP-2402] Cannot copy block: blocks travel between tasks only, never within a"
                        + " chain");
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
        throw new UnsupportedOperationException(
                "[TSP-2403] Cannot copy block: blocks are never stored");
    }

    @Override
    public TypeSerializerSnapshot<Block> snapshotConfiguration() {
        return receiver == Receiver.CLOSE ? new ToCloseSnapshot() : new ToParticipantSnapshot();
    }

    /** The snapshot, which has no configuration. */
    public static final class ToParticipantSnapshot extends SimpleTypeSerializerSnapshot<Block> {
        public ToParticipantSnapshot() {
            super(BlockSerializer::forParticipants);
        }
    }

    /** The snapshot, which has no configuration. */
    public static final class ToCloseSnapshot extends SimpleTypeSerializerSnapshot<Block> {
        public ToCloseSnapshot() {
            super(BlockSerializer::forClose);
        }
    }
}
