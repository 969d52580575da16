/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.SetTypeInfo;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A part of a type.
 *
 * @param path how to get there: names of components with dots; {@code []} stands for an element, a
 *     value of a map or what is in an {@code Optional}, {@code [key]} for a key of a map; empty for
 *     the type itself
 * @param type type of the part
 */
record TypePart(String path, TypeInformation<?> type) {
    /** The innermost part that does not fit; null if the type and all its parts fit. */
    static @Nullable TypePart unfit(TypeInformation<?> type, Predicate<TypeInformation<?>> unfit) {
        return new TypePart("", type).unfit(unfit);
    }

    private @Nullable TypePart unfit(Predicate<TypeInformation<?>> unfit) {
        for (TypePart part : parts()) {
            TypePart inner = part.unfit(unfit);
            if (inner != null) {
                return inner;
            }
        }
        return unfit.test(type) ? this : null;
    }

    /** For messages: where the part is, and its class. */
    @Override
    public String toString() {
        return (path.isEmpty() ? "" : ", part=" + path)
                + ", class="
                + type.getTypeClass().getName();
    }

    /** As a program declares the type; type parameters that the type has not kept are dots. */
    String declaration() {
        int parameters = type.getTypeClass().getTypeParameters().length;
        if (parameters == 0) {
            return type.getTypeClass().getSimpleName();
        }
        List<TypePart> parts = type instanceof PojoTypeInfo<?> ? List.of() : parts();
        return type.getTypeClass().getSimpleName()
                + "<"
                + (parts.size() == parameters
                        ? parts.stream()
                                .map(TypePart::declaration)
                                .collect(Collectors.joining(", "))
                        : "...")
                + ">";
    }

    /**
     * As a class that Avro has generated has: that its parts look as if left to Kryo says nothing.
     */
    private boolean hasSerializerOfItsOwn() {
        return type instanceof PojoTypeInfo<?>
                && type.getClass() != PojoTypeInfo.class
                && !(type instanceof WindowRecordType<?, ?>);
    }

    private List<TypePart> parts() {
        List<TypePart> parts = new ArrayList<>();
        if (hasSerializerOfItsOwn()) {
            return parts;
        }
        if (type instanceof CompositeType<?> composite) {
            String[] names = composite.getFieldNames();
            for (int i = 0; i < names.length; i++) {
                String name = path.isEmpty() ? names[i] : path + "." + names[i];
                parts.add(new TypePart(name, composite.getTypeAt(i)));
            }
        } else if (type instanceof ObjectArrayTypeInfo<?, ?> array) {
            parts.add(new TypePart(path + "[]", array.getComponentInfo()));
        } else if (type instanceof ListTypeInfo<?> list) {
            parts.add(new TypePart(path + "[]", list.getElementTypeInfo()));
        } else if (type instanceof SetTypeInfo<?> set) {
            parts.add(new TypePart(path + "[]", set.getElementTypeInfo()));
        } else if (type instanceof MapTypeInfo<?, ?> map) {
            parts.add(new TypePart(path + "[key]", map.getKeyTypeInfo()));
            parts.add(new TypePart(path + "[]", map.getValueTypeInfo()));
        } else {
            boolean isMap = Map.class.isAssignableFrom(type.getTypeClass());
            type.getGenericParameters()
                    .forEach(
                            (name, part) ->
                                    parts.add(
                                            new TypePart(
                                                    path
                                                            + (isMap && name.equals("K")
                                                                    ? "[key]"
                                                                    : "[]"),
                                                    part)));
        }
        return parts;
    }
}
