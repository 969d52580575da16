/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import io.tspoon.flink.operator.OpaqueType;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.ArrayList;
import java.util.List;

/** Type of the elements of timers. */
@Internal
public final class DueTimerTypeInfo extends OpaqueType<DueTimer> {
    private static final long serialVersionUID = 1L;

    private final List<TypeInformation<?>> keys;

    /**
     * @param keys types of the keys, by line
     */
    public DueTimerTypeInfo(List<TypeInformation<?>> keys) {
        this.keys = List.copyOf(keys);
    }

    @Override
    public Class<DueTimer> getTypeClass() {
        return DueTimer.class;
    }

    @Override
    @SuppressWarnings("unchecked") // each is only given keys of its own line
    public TypeSerializer<DueTimer> createSerializer(SerializerConfig config) {
        List<TypeSerializer<Object>> serializers = new ArrayList<>();
        for (TypeInformation<?> key : keys) {
            serializers.add((TypeSerializer<Object>) key.createSerializer(config));
        }
        return new DueTimerSerializer(serializers);
    }

    @Override
    public String toString() {
        return "DueTimer<" + keys + ">";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DueTimerTypeInfo that && keys.equals(that.keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof DueTimerTypeInfo;
    }
}
