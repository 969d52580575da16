/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.flink.operator.OpaqueType;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Type of the {@link Block}s on the edges of a t-graph.
 *
 * <p>Flink asks each edge for its serializer when it turns a program into a job graph. That is the
 * only moment at which the program is complete and nothing runs yet. So the check of the whole
 * t-graph is hooked in here, and whatever it throws reaches the user from {@code execute()}.
 */
@Internal
public final class BlockTypeInfo extends OpaqueType<Block> {
    private static final long serialVersionUID = 1L;

    private final BlockSerializer.Receiver receiver;
    private final transient Runnable check;

    private BlockTypeInfo(BlockSerializer.Receiver receiver, Runnable check) {
        this.receiver = receiver;
        this.check = check;
    }

    /**
     * The type on edges to stateful operators.
     *
     * @param check throws if the t-graph must not run as it is
     */
    public static BlockTypeInfo toParticipants(Runnable check) {
        return new BlockTypeInfo(BlockSerializer.Receiver.PARTICIPANT, check);
    }

    /** The type on edges to the close operator. */
    static BlockTypeInfo toClose() {
        return new BlockTypeInfo(BlockSerializer.Receiver.CLOSE, () -> {});
    }

    @Override
    public Class<Block> getTypeClass() {
        return Block.class;
    }

    @Override
    public TypeSerializer<Block> createSerializer(SerializerConfig config) {
        if (check != null) {
            check.run();
        }
        return new BlockSerializer(receiver);
    }

    @Override
    public String toString() {
        return "Block";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockTypeInfo same && same.receiver == receiver;
    }

    @Override
    public int hashCode() {
        return receiver.name().hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof BlockTypeInfo;
    }
}
