/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Type of an immutable class of the JDK. */
final class JdkValueTypeInfo<T> extends ValueTypeInfo<T> {
    private static final long serialVersionUID = 1L;

    private static final Map<Class<?>, JdkValue> VALUES =
            Arrays.stream(JdkValue.values())
                    .collect(Collectors.toUnmodifiableMap(JdkValue::type, Function.identity()));

    /** Flink has serializers for these, but uses them only if a program names their type. */
    private static final List<TypeInformation<?>> OF_FLINK =
            List.of(Types.LOCAL_DATE, Types.LOCAL_TIME, Types.LOCAL_DATE_TIME);

    private final JdkValue value;

    private JdkValueTypeInfo(Class<T> type, JdkValue value) {
        super(type);
        this.value = value;
    }

    /** The type of a class; null if it is another class. */
    static @Nullable TypeInformation<?> find(Class<?> type) {
        JdkValue value = VALUES.get(type);
        if (value != null) {
            return new JdkValueTypeInfo<>(type, value);
        }
        for (TypeInformation<?> one : OF_FLINK) {
            if (one.getTypeClass() == type) {
                return one;
            }
        }
        return null;
    }

    /** The hash code of a currency is another one in each process. */
    @Override
    public boolean isKeyType() {
        return value != JdkValue.CURRENCY;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return new JdkValueSerializer<>(value);
    }

    @Override
    public String toString() {
        return getTypeClass().getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JdkValueTypeInfo<?> that && value == that.value;
    }

    @Override
    public int hashCode() {
        return getTypeClass().hashCode();
    }
}
