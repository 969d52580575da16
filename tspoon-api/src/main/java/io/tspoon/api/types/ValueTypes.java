/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Types for Flink, derived as Flink derives them, but with serializers of tspoon for what Flink
 * would leave to Kryo or give back in another form: values of the JDK such as {@code UUID}, {@code
 * Duration} and {@code Optional}, and collections and maps of any depth, which keep their order,
 * also as parts of records, POJOs, tuples and rows.
 *
 * <p>A t-graph derives its types in this way by itself. Use this class where Flink writes elements
 * before they reach the t-graph or after they have left it:
 *
 * <pre>{@code
 * DataStream<Order> orders =
 *     env.fromSource(source, watermarks, "orders", ValueTypes.of(Order.class));
 * }</pre>
 *
 * <p>Or let a record say so itself, with {@link ValueTypeFactory}.
 */
@PublicEvolving
public final class ValueTypes {
    private ValueTypes() {}

    /** Returns the type of a class without type parameters. */
    public static <T> TypeInformation<T> of(Class<T> type) {
        return cast(new Derivation().derive(type));
    }

    /** Returns the type of a class with type parameters. */
    public static <T> TypeInformation<T> of(TypeHint<T> hint) {
        TypeInformation<T> type = hint.getTypeInfo();
        return cast(new Derivation().carry(type, declared(hint)));
    }

    /**
     * Returns a type in which nothing but Kryo and Flink's own collections is replaced. Type
     * parameters that Flink has not kept, such as that of a bare {@code Optional}, are lost.
     */
    public static <T> TypeInformation<T> of(TypeInformation<T> type) {
        return cast(new Derivation().carry(type, type.getTypeClass()));
    }

    /** Whether a class is written as what holds others, once its type parameters are known. */
    public static boolean holds(Class<?> type) {
        return Container.of(type) != null;
    }

    /** What the hint says in its own type parameter. */
    private static Type declared(TypeHint<?> hint) {
        return hint.getClass().getGenericSuperclass() instanceof ParameterizedType above
                ? above.getActualTypeArguments()[0]
                : hint.getTypeInfo().getTypeClass();
    }

    @SuppressWarnings("unchecked")
    private static <T> TypeInformation<T> cast(TypeInformation<?> type) {
        return (TypeInformation<T>) type;
    }
}
