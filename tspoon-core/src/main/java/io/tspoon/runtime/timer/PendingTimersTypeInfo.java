/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import io.tspoon.flink.operator.OpaqueType;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of the timers that a key has. */
@Internal
public final class PendingTimersTypeInfo extends OpaqueType<PendingTimers> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<?> payload;

    /**
     * @param payload type of the payloads
     */
    public PendingTimersTypeInfo(TypeInformation<?> payload) {
        this.payload = payload;
    }

    @Override
    public Class<PendingTimers> getTypeClass() {
        return PendingTimers.class;
    }

    @Override
    @SuppressWarnings("unchecked") // is only given payloads of this type
    public TypeSerializer<PendingTimers> createSerializer(SerializerConfig config) {
        return new PendingTimersSerializer(
                (TypeSerializer<Object>) payload.createSerializer(config));
    }

    @Override
    public String toString() {
        return "PendingTimers<" + payload + ">";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PendingTimersTypeInfo that && payload.equals(that.payload);
    }

    @Override
    public int hashCode() {
        return payload.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof PendingTimersTypeInfo;
    }
}
