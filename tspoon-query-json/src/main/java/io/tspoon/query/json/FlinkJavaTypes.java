/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.SetTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.jspecify.annotations.Nullable;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Translates Flink's type descriptions into Jackson's, including type parameters. */
final class FlinkJavaTypes {
    private final TypeFactory types;

    /** The types that the type variables of one class stand for. */
    private final Map<TypeVariable<?>, JavaType> variables = new HashMap<>();

    private FlinkJavaTypes(TypeFactory types) {
        this.types = types;
    }

    static JavaType of(TypeFactory types, TypeInformation<?> type) {
        if (type instanceof TupleTypeInfo<?> tuple && tuple.getArity() > 0) {
            JavaType[] fields = new JavaType[tuple.getArity()];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = of(types, tuple.getTypeAt(i));
            }
            return types.constructParametricType(tuple.getTypeClass(), fields);
        }
        if (type instanceof ListTypeInfo<?> list) {
            return types.constructCollectionType(List.class, of(types, list.getElementTypeInfo()));
        }
        if (type instanceof SetTypeInfo<?> set) {
            return types.constructCollectionType(Set.class, of(types, set.getElementTypeInfo()));
        }
        if (type instanceof MapTypeInfo<?, ?> map) {
            return types.constructMapType(
                    Map.class, of(types, map.getKeyTypeInfo()), of(types, map.getValueTypeInfo()));
        }
        if (type instanceof ObjectArrayTypeInfo<?, ?> array) {
            return types.constructArrayType(of(types, array.getComponentInfo()));
        }
        if (type instanceof PojoTypeInfo<?> pojo
                && pojo.getTypeClass().getTypeParameters().length > 0) {
            return new FlinkJavaTypes(types).parametric(pojo);
        }
        JavaType named = named(types, type);
        return named == null ? types.constructType(type.getTypeClass()) : named;
    }

    /** A type that knows what the type parameters of its class stand for; null for others. */
    private static @Nullable JavaType named(TypeFactory types, TypeInformation<?> type) {
        TypeVariable<?>[] names = type.getTypeClass().getTypeParameters();
        JavaType[] parameters = new JavaType[names.length];
        for (int i = 0; i < names.length; i++) {
            TypeInformation<?> part = type.getGenericParameters().get(names[i].getName());
            if (part == null) {
                return null;
            }
            parameters[i] = of(types, part);
        }
        return names.length == 0
                ? null
                : types.constructParametricType(type.getTypeClass(), parameters);
    }

    /**
     * Flink keeps the types that a class's type parameters stand for only in the types of its
     * fields.
     */
    private JavaType parametric(PojoTypeInfo<?> pojo) {
        Class<?> type = pojo.getTypeClass();
        String[] fields = pojo.getFieldNames();
        for (int i = 0; i < fields.length; i++) {
            Type declared = declaredType(type, fields[i]);
            TypeInformation<?> actual = pojo.getTypeAt(i);
            // A type that Flink serializes with Kryo has lost its type parameters.
            if (declared instanceof TypeVariable<?> || !(actual instanceof GenericTypeInfo<?>)) {
                bind(declared, of(types, actual));
            }
        }
        bindFromAbove(type);
        TypeVariable<?>[] declared = type.getTypeParameters();
        JavaType[] parameters = new JavaType[declared.length];
        for (int i = 0; i < declared.length; i++) {
            JavaType known = variables.get(declared[i]);
            parameters[i] = known == null ? types.constructType(declared[i].getBounds()[0]) : known;
        }
        return types.constructParametricType(type, parameters);
    }

    /**
     * The type of a field as declared by the class, or by the nearest superclass that has the
     * field.
     */
    private static Type declaredType(Class<?> type, String name) {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field.getGenericType();
                }
            }
        }
        throw new IllegalStateException(
                "[TSP-4309] Cannot find field of POJO: class="
                        + type.getName()
                        + ", field="
                        + name);
    }

    /** Compares a declared type with the actual one, to learn what its type variables stand for. */
    private void bind(Type declared, JavaType actual) {
        if (declared instanceof TypeVariable<?> variable) {
            variables.putIfAbsent(variable, actual);
        } else if (declared instanceof GenericArrayType array && actual.isArrayType()) {
            bind(array.getGenericComponentType(), actual.getContentType());
        } else if (declared instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            JavaType[] actuals = actual.findTypeParameters((Class<?>) parameterized.getRawType());
            for (int i = 0; i < Math.min(arguments.length, actuals.length); i++) {
                bind(arguments[i], actuals[i]);
            }
        }
    }

    /**
     * The fields of a superclass bind only the superclass's own type variables; carries those over
     * to the class.
     */
    private void bindFromAbove(Class<?> type) {
        if (type.getGenericSuperclass() instanceof ParameterizedType above) {
            Class<?> raw = (Class<?>) above.getRawType();
            bindFromAbove(raw);
            TypeVariable<?>[] declared = raw.getTypeParameters();
            for (int i = 0; i < declared.length; i++) {
                JavaType actual = variables.get(declared[i]);
                if (actual != null) {
                    bind(above.getActualTypeArguments()[i], actual);
                }
            }
        }
    }
}
