/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexKind;
import io.tspoon.transaction.InvalidGraphException;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.List;
import java.util.regex.Pattern;

/** Checks whether a state can have an index. */
final class IndexChecks {
    /** The name of the index by key. */
    static final String KEY = "key";

    private static final Pattern NAME = Pattern.compile("[^/]+(/[^/]+)*");

    private IndexChecks() {}

    /** Refuses a name that names no part of a value, or another index. */
    static void checkName(String state, @Nullable String name, List<IndexDefinition> others) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new InvalidGraphException(
                    "[TSP-1332] Cannot describe index: its name is none of a part of the values,"
                            + " state="
                            + state
                            + ", index="
                            + name
                            + ". Name the part as queries do, such as owner, or address/city for a"
                            + " part of a part.");
        }
        if (others.stream().anyMatch(other -> other.name().equals(name))) {
            throw new InvalidGraphException(
                    "[TSP-1333] Cannot describe index: the state has one of this name, state="
                            + state
                            + ", index="
                            + name
                            + ". Leave one of them out.");
        }
    }

    /** The kind of what a function gives; refuses it if that has no order, or another in JSON. */
    static IndexKind kindOf(String state, String name, IndexFunction<?, ?> function) {
        Class<?> type = resultOf(function);
        IndexKind kind = IndexKind.of(type);
        if (kind == null) {
            throw new InvalidGraphException(
                    "[TSP-1334] Cannot describe index: what its function gives has no order, or"
                            + " another one in JSON, state="
                            + state
                            + ", index="
                            + name
                            + ", type="
                            + type.getName()
                            + ". Let it give a text, a number, a boolean, an enum, a UUID or a time"
                            + " of java.time, and pass a method reference or a lambda.");
        }
        return kind;
    }

    /** The kind of keys; refuses them likewise. */
    static IndexKind kindOfKeys(String state, Class<?> type) {
        IndexKind kind = IndexKind.of(type);
        if (kind == null) {
            throw new InvalidGraphException(
                    "[TSP-1335] Cannot sort state: its keys have no order, or another one in JSON,"
                            + " state="
                            + state
                            + ", keyType="
                            + type.getName()
                            + ". Leave sorted() out, or let the keys be texts, numbers or times.");
        }
        return kind;
    }

    /** Refuses an index that nobody could ask. */
    static void check(String graph, StateSpec<?, ?> spec, boolean queryable) {
        if (!spec.indexes().isEmpty() && !queryable && spec.partitioning() == null) {
            throw new InvalidGraphException(
                    "[TSP-1336] Cannot use index: nobody can ask it, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", index="
                            + spec.indexes().get(0).name()
                            + ". Call queryable() or set tspoon.query.enabled, or leave the index"
                            + " out. Functions ask an index in partitions only: there a procedure"
                            + " that was given the state can.");
        }
    }

    private static Class<?> resultOf(IndexFunction<?, ?> function) {
        Class<?> type = function.getClass();
        try {
            Method replaced = type.getDeclaredMethod("writeReplace");
            replaced.setAccessible(true);
            if (replaced.invoke(function) instanceof SerializedLambda lambda) {
                return MethodType.fromMethodDescriptorString(
                                lambda.getInstantiatedMethodType(), type.getClassLoader())
                        .wrap()
                        .returnType();
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // No lambda; its method tells.
        }
        for (Method method : type.getMethods()) {
            if (method.getName().equals("part")
                    && method.getParameterCount() == 1
                    && !method.isBridge()) {
                return MethodType.methodType(method.getReturnType()).wrap().returnType();
            }
        }
        return Comparable.class;
    }
}
