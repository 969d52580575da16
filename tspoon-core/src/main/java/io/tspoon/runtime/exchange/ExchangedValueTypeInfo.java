/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.Objects;

/** Type of what travels for the keys of one state. */
@Internal
public final class ExchangedValueTypeInfo<K, V> extends TypeInformation<ExchangedValue<K, V>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> key;
    private final TypeInformation<V> value;

    public ExchangedValueTypeInfo(TypeInformation<K> key, TypeInformation<V> value) {
        this.key = key;
        this.value = value;
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
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<ExchangedValue<K, V>> getTypeClass() {
        return (Class) ExchangedValue.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
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
