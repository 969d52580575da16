/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Type of the {@link Block}s on the edges of a t-graph.
 *
 * <p>Flink asks each edge for its serializer when it turns a program into a job graph. That is the
 * only moment at which the program is complete and nothing runs yet. So the check of the whole
 * t-graph is hooked in here, and whatever it throws reaches the user from {@code execute()}.
 */
public final class BlockTypeInfo extends TypeInformation<Block> {
    private static final long serialVersionUID = 1L;

    private final transient Runnable check;

    /**
     * @param check throws if the t-graph must not run as it is
     */
    public BlockTypeInfo(Runnable check) {
        this.check = check;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<Block> getTypeClass() {
        return Block.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<Block> createSerializer(SerializerConfig config) {
        if (check != null) {
            check.run();
        }
        return new BlockSerializer();
    }

    @Override
    public String toString() {
        return "Block";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockTypeInfo;
    }

    @Override
    public int hashCode() {
        return BlockTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof BlockTypeInfo;
    }
}
