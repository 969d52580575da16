/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;

/** What a declaration says about the type variables of its class. */
final class Declared {
    private final Map<TypeVariable<?>, Type> variables = new HashMap<>();

    private Declared() {}

    /** The variables of a class and of the classes that it extends. */
    static Declared of(Type declared) {
        Declared known = new Declared();
        for (Type type = declared; type != null; type = raw(type).getGenericSuperclass()) {
            if (type instanceof ParameterizedType parameters) {
                Type[] arguments = parameters.getActualTypeArguments();
                TypeVariable<?>[] names = raw(type).getTypeParameters();
                for (int i = 0; i < names.length; i++) {
                    known.variables.put(names[i], known.resolve(arguments[i]));
                }
            }
        }
        return known;
    }

    /** A type in which known variables are replaced by what they stand for. */
    Type resolve(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return variables.getOrDefault(variable, variable);
        }
        if (type instanceof ParameterizedType parameters && !variables.isEmpty()) {
            Type[] arguments = parameters.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = resolve(arguments[i]);
            }
            return new Resolved(parameters, arguments);
        }
        return type;
    }

    /** The class of a declared type. */
    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameters) {
            return (Class<?>) parameters.getRawType();
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return raw(variable.getBounds()[0]);
        }
        return Array.newInstance(raw(((GenericArrayType) type).getGenericComponentType()), 0)
                .getClass();
    }

    /** The declared type of a field of a class, or of a class that it extends. */
    static Type field(Class<?> type, String name) {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field.getGenericType();
                }
            }
        }
        return Object.class;
    }

    static Type componentOf(Type declared, ObjectArrayTypeInfo<?, ?> array) {
        return declared instanceof GenericArrayType generic
                ? generic.getGenericComponentType()
                : array.getComponentInfo().getTypeClass();
    }

    private record Resolved(ParameterizedType type, Type[] arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.clone();
        }

        @Override
        public Type getRawType() {
            return type.getRawType();
        }

        @Override
        public Type getOwnerType() {
            return type.getOwnerType();
        }
    }
}
