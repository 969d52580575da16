/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.api.java.typeutils.SetTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.jspecify.annotations.Nullable;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Derives one type. Follows Flink, and replaces what Flink would write with Kryo or give back in
 * another form. Flink loses the type parameters of what it leaves to Kryo, so they are taken from
 * the declaration.
 */
final class Derivation {
    /** A class in itself has no end; Flink leaves it to Kryo, and so does this class. */
    private final Set<Class<?>> open = new HashSet<>();

    /** Derives a declared type. */
    TypeInformation<?> derive(Type declared) {
        if (declared instanceof WildcardType wildcard) {
            return derive(wildcard.getUpperBounds()[0]);
        }
        if (declared instanceof GenericArrayType array) {
            return ObjectArrayTypeInfo.getInfoFor(derive(array.getGenericComponentType()));
        }
        Class<?> raw = Declared.raw(declared);
        TypeInformation<?> own = own(declared, raw);
        if (own != null) {
            return own;
        }
        if (!open.add(raw)) {
            return new GenericTypeInfo<>(raw);
        }
        try {
            return isAnnotated(raw)
                    ? record(declared, raw)
                    : carry(TypeExtractor.createTypeInfo(declared), declared);
        } catch (InvalidTypesException | StackOverflowError e) {
            // Its type parameters are not known; or it is a class with a list of its own class, in
            // which Flink 2.3 finds no end. So it is refused with its name.
            return new GenericTypeInfo<>(raw);
        } finally {
            open.remove(raw);
        }
    }

    /**
     * Derives what is annotated with {@link ValueTypeFactory}; null if only Flink could. Must not
     * ask Flink for the type itself, which would ask the factory again.
     */
    @Nullable TypeInformation<?> deriveAnnotated(Type declared) {
        if (declared instanceof TypeVariable<?>) {
            return null;
        }
        Class<?> raw = Declared.raw(declared);
        TypeInformation<?> own = own(declared, raw);
        if (own == null && raw.isRecord() && raw.getRecordComponents().length > 0) {
            open.add(raw);
            return record(declared, raw);
        }
        return own == null && !isAnnotated(raw) ? derive(declared) : own;
    }

    /** The type of a class that tspoon has a serializer for; null for all others. */
    private @Nullable TypeInformation<?> own(Type declared, Class<?> raw) {
        TypeInformation<?> value = JdkValueTypeInfo.find(raw);
        if (value != null) {
            return value;
        }
        if (Container.of(raw) == null || !(declared instanceof ParameterizedType parameters)) {
            return null;
        }
        List<TypeInformation<?>> parts = new ArrayList<>();
        for (Type part : parameters.getActualTypeArguments()) {
            parts.add(derive(part));
        }
        return new ContainerTypeInfo<>(raw, parts);
    }

    private TypeInformation<?> record(Type declared, Class<?> type) {
        Declared variables = Declared.of(declared);
        Map<String, TypeInformation<?>> parts = new LinkedHashMap<>();
        for (RecordComponent part : type.getRecordComponents()) {
            parts.put(part.getName(), derive(variables.resolve(part.getGenericType())));
        }
        return Types.POJO(type, parts);
    }

    /** Replaces parts of a type that Flink has derived, or the program has made. */
    TypeInformation<?> carry(TypeInformation<?> type, Type declared) {
        if (declared instanceof WildcardType wildcard) {
            return carry(type, wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericTypeInfo<?>) {
            Class<?> raw = Declared.raw(declared);
            TypeInformation<?> own =
                    raw == type.getTypeClass()
                            ? own(declared, raw)
                            : own(type.getTypeClass(), type.getTypeClass());
            return own == null ? type : own;
        }
        if (type instanceof ListTypeInfo<?> list) {
            if (Declared.raw(declared) == Iterable.class) {
                return new GenericTypeInfo<>(Iterable.class); // Flink takes it to be a List
            }
            return container(list, Container.COLLECTION, declared, list.getElementTypeInfo());
        }
        if (type instanceof SetTypeInfo<?> set) {
            return container(set, Container.COLLECTION, declared, set.getElementTypeInfo());
        }
        if (type instanceof MapTypeInfo<?, ?> map) {
            return container(
                    map, Container.MAP, declared, map.getKeyTypeInfo(), map.getValueTypeInfo());
        }
        if (type.getClass() == PojoTypeInfo.class) {
            // Flink takes TimeZone to be a POJO; some of its fields would be lost.
            if (type.getTypeClass().getName().startsWith("java.")) {
                return new GenericTypeInfo<>(type.getTypeClass());
            }
            return pojo((PojoTypeInfo<?>) type, declared);
        }
        if (type instanceof TupleTypeInfo<?> tuple && tuple.getArity() > 0) {
            TypeInformation<?>[] parts = parts(tuple.getFieldTypes(), declared);
            return Arrays.equals(parts, tuple.getFieldTypes()) ? tuple : tuple(tuple, parts);
        }
        if (type.getClass() == RowTypeInfo.class) {
            RowTypeInfo row = (RowTypeInfo) type;
            TypeInformation<?>[] parts = parts(row.getFieldTypes(), row.getTypeClass());
            return Arrays.equals(parts, row.getFieldTypes())
                    ? row
                    : new RowTypeInfo(parts, row.getFieldNames());
        }
        if (type instanceof EitherTypeInfo<?, ?> either) {
            TypeInformation<?>[] sides = {either.getLeftType(), either.getRightType()};
            TypeInformation<?>[] parts = parts(sides, declared);
            return Arrays.equals(parts, sides) ? either : new EitherTypeInfo<>(parts[0], parts[1]);
        }
        if (type instanceof ObjectArrayTypeInfo<?, ?> array) {
            TypeInformation<?> part =
                    carry(array.getComponentInfo(), Declared.componentOf(declared, array));
            return part.equals(array.getComponentInfo())
                    ? array
                    : ObjectArrayTypeInfo.getInfoFor(part);
        }
        return type;
    }

    private TypeInformation<?> container(
            TypeInformation<?> type,
            Container container,
            Type declared,
            TypeInformation<?>... elements) {
        Class<?> raw = Declared.raw(declared);
        boolean isDeclared = Container.of(raw) == container;
        Class<?> is = isDeclared ? raw : type.getTypeClass();
        return new ContainerTypeInfo<>(is, List.of(parts(elements, declared)));
    }

    /** Parts whose type parameters are the arguments of a declaration. */
    private TypeInformation<?>[] parts(TypeInformation<?>[] types, Type declared) {
        Type[] arguments =
                declared instanceof ParameterizedType parameters
                                && parameters.getActualTypeArguments().length == types.length
                        ? parameters.getActualTypeArguments()
                        : new Type[0];
        TypeInformation<?>[] parts = new TypeInformation<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            parts[i] =
                    carry(types[i], arguments.length == 0 ? types[i].getTypeClass() : arguments[i]);
        }
        return parts;
    }

    private TypeInformation<?> pojo(PojoTypeInfo<?> pojo, Type declared) {
        Declared variables = Declared.of(declared);
        Map<String, TypeInformation<?>> parts = new LinkedHashMap<>();
        boolean same = true;
        String[] names = pojo.getFieldNames();
        for (int i = 0; i < names.length; i++) {
            TypeInformation<?> is = pojo.getTypeAt(i);
            TypeInformation<?> part =
                    carry(is, variables.resolve(Declared.field(pojo.getTypeClass(), names[i])));
            same &= part.equals(is);
            parts.put(names[i], part);
        }
        return same ? pojo : Types.POJO(pojo.getTypeClass(), parts);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TypeInformation<?> tuple(TupleTypeInfo<?> tuple, TypeInformation<?>[] parts) {
        return new TupleTypeInfo(tuple.getTypeClass(), parts);
    }

    private static boolean isAnnotated(Class<?> type) {
        TypeInfo annotation = type.getAnnotation(TypeInfo.class);
        return annotation != null && annotation.value() == ValueTypeFactory.class;
    }
}
