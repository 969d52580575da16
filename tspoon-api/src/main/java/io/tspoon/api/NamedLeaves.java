/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.result.LeafElementTypeInfo;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.LeafElement;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Gives the elements of several leaves their names. */
final class NamedLeaves {
    /** The number of a leaf is a byte. */
    private static final int MOST = 256;

    private NamedLeaves() {}

    /** The leaves, all of one type, whose elements have names. */
    static <T> List<TransactionalStream<LeafElement<T>>> name(
            @Nullable NamedLeaf<? extends T> first, NamedLeaf<? extends T> @Nullable [] others) {
        List<NamedLeaf<? extends T>> leaves = new ArrayList<>();
        List<String> names = new ArrayList<>();
        add(first, leaves, names);
        if (others == null || others.length >= MOST) {
            throw new InvalidGraphException(
                    "[TSP-1138] Cannot close t-graph: there are too many leaves, or null instead of"
                            + " some, further leaves="
                            + (others == null ? null : others.length)
                            + ", limit="
                            + (MOST - 1)
                            + ". Unite leaves of one type under one name.");
        }
        for (NamedLeaf<? extends T> leaf : others) {
            add(leaf, leaves, names);
        }
        LeafElementTypeInfo<T> type = new LeafElementTypeInfo<>(names, types(leaves));
        List<TransactionalStream<LeafElement<T>>> named = new ArrayList<>();
        for (NamedLeaf<? extends T> leaf : leaves) {
            named.add(name(leaf, type));
        }
        return named;
    }

    private static <E extends T, T> TransactionalStream<LeafElement<T>> name(
            NamedLeaf<E> leaf, LeafElementTypeInfo<T> type) {
        return leaf.stream().map(new Naming<E, T>(leaf.name()), type);
    }

    private static <T> void add(
            @Nullable NamedLeaf<? extends T> leaf,
            List<NamedLeaf<? extends T>> leaves,
            List<String> names) {
        if (leaf == null || names.contains(leaf.name())) {
            throw new InvalidGraphException(
                    "[TSP-1139] Cannot close t-graph: a leaf is null, or has the name of another"
                            + " one, place="
                            + names.size()
                            + ", leaf="
                            + (leaf == null ? null : leaf.name())
                            + ". Pass each leaf once, with a name of its own.");
        }
        leaves.add(leaf);
        names.add(leaf.name());
    }

    private static <T> List<TypeInformation<? extends T>> types(
            List<NamedLeaf<? extends T>> leaves) {
        List<TypeInformation<? extends T>> types = new ArrayList<>();
        for (NamedLeaf<? extends T> leaf : leaves) {
            types.add(leaf.stream().type());
        }
        return types;
    }

    private record Naming<E extends T, T>(String leaf) implements MapFunction<E, LeafElement<T>> {
        @Override
        public LeafElement<T> map(E element) {
            return new LeafElement<>(leaf, element);
        }
    }
}
