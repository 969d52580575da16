/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.io.Serializable;

/**
 * Describes an entrance by which triggered transactions come: its name and the type of its
 * elements.
 *
 * <p>The t-graph is {@linkplain TransactionalGraph#openTriggers opened} for it, and functions refer
 * to it when they {@linkplain io.tspoon.transaction.TransactionContext#trigger trigger} a
 * transaction. Immutable; usually a constant. Functions may capture it.
 *
 * <pre>{@code
 * static final TriggerSpec<Routed> ROUTE = TriggerSpec.named("route", Routed.class);
 *
 * var routed = graph.openTriggers(environment, ROUTE).keyBy(Routed::symbol).apply(VENUES, ...);
 *
 * transaction.trigger(ROUTE, new Routed(order));
 * }</pre>
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class TriggerSpec<T> implements TriggerTarget<T>, Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final TypeInformation<T> type;

    private TriggerSpec(String name, TypeInformation<T> type) {
        this.name = name;
        this.type = type;
    }

    /**
     * Describes an entrance.
     *
     * @param name unique among the entrances of its t-graph. Snapshots and a write-ahead log know
     *     what waits by it, so keep it between versions. A letter, then up to 63 letters, digits,
     *     {@code _} or {@code -}
     * @param type class of the elements, without type parameters
     * @throws InvalidGraphException if the name is invalid or the type is null
     */
    public static <T> TriggerSpec<T> named(String name, Class<T> type) {
        return new TriggerSpec<>(checked(name), ValueTypes.of(given(name, type)));
    }

    /** Like {@link #named(String, Class)}, for types with type parameters. */
    public static <T> TriggerSpec<T> named(String name, TypeHint<T> type) {
        return new TriggerSpec<>(checked(name), ValueTypes.of(given(name, type)));
    }

    /** Like {@link #named(String, Class)}, with type information. */
    public static <T> TriggerSpec<T> named(String name, TypeInformation<T> type) {
        return new TriggerSpec<>(checked(name), ValueTypes.of(given(name, type)));
    }

    private static String checked(String name) {
        GraphTypes.checkName("trigger", name);
        return name;
    }

    private static <T> T given(String name, T type) {
        if (type == null) {
            throw new InvalidGraphException(
                    "[TSP-1350] Cannot describe trigger: the type of its elements is null, trigger="
                            + name
                            + ". Pass one.");
        }
        return type;
    }

    /** Returns the name, which is that of the entrance. */
    @Override
    public String name() {
        return name;
    }

    /** Returns the type of the elements. */
    public TypeInformation<T> type() {
        return type;
    }

    @Override
    public String toString() {
        return "TriggerSpec[" + name + ": " + type + "]";
    }
}
