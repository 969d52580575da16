/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import io.tspoon.flink.operator.OpaqueType;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.Objects;

/** Type of what travels for the keys of one state. */
@Internal
public final class ExchangedValueTypeInfo<K, V> extends OpaqueType<ExchangedValue<K, V>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> key;
    private final TypeInformation<V> value;

    public ExchangedValueTypeInfo(TypeInformation<K> key, TypeInformation<V> value) {
        this.key = key;
        this.value = value;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<ExchangedValue<K, V>> getTypeClass() {
        return (Class) ExchangedValue.class;
    }

    @Override
    public TypeSerializer<ExchangedValue<K, V>> createSerializer(SerializerConfig config) {
        return new ExchangedValueSerializer<>(
                key.createSerializer(config), value.createSerializer(config));
    }

    @Override
    public String toString() {
        return "ExchangedValue<" + key + ", " + value + ">";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExchangedValueTypeInfo<?, ?> that
                && key.equals(that.key)
                && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, value);
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof ExchangedValueTypeInfo<?, ?>;
    }
}
