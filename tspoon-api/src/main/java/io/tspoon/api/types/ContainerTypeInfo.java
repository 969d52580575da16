/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.lang.reflect.TypeVariable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Type of a collection, a map or an {@code Optional}. */
final class ContainerTypeInfo<T> extends ValueTypeInfo<T> {
    private static final long serialVersionUID = 1L;

    private final List<TypeInformation<?>> parts;

    ContainerTypeInfo(Class<T> declared, List<TypeInformation<?>> parts) {
        super(declared);
        this.parts = List.copyOf(parts);
    }

    /** The types of its parts: of elements, or of keys and values. */
    List<TypeInformation<?>> parts() {
        return parts;
    }

    boolean isMap() {
        return Container.of(getTypeClass()) == Container.MAP;
    }

    @Override
    public Map<String, TypeInformation<?>> getGenericParameters() {
        Map<String, TypeInformation<?>> named = new LinkedHashMap<>();
        TypeVariable<?>[] names = getTypeClass().getTypeParameters();
        for (int i = 0; i < names.length; i++) {
            named.put(names[i].getName(), parts.get(i));
        }
        return named;
    }

    /** As in Flink no collection is a key. */
    @Override
    public boolean isKeyType() {
        return getTypeClass() == Optional.class && parts.get(0).isKeyType();
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return ContainerSerializer.of(
                getTypeClass(),
                parts.stream()
                        .map(part -> part.createSerializer(config))
                        .toArray(TypeSerializer<?>[]::new));
    }

    @Override
    public String toString() {
        return parts.stream()
                .map(TypeInformation::toString)
                .collect(Collectors.joining(", ", getTypeClass().getSimpleName() + "<", ">"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ContainerTypeInfo<?> that
                && getTypeClass() == that.getTypeClass()
                && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return 31 * getTypeClass().hashCode() + parts.hashCode();
    }
}
