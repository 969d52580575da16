/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Kinds of objects that hold others, and the classes as which they may be declared. */
@SuppressWarnings("ImmutableEnumChecker") // contents have no state, and the set is unmodifiable
enum Container {
    COLLECTION(
            new CollectionContent(),
            Collection.class,
            List.class,
            Set.class,
            SortedSet.class,
            NavigableSet.class,
            Queue.class,
            Deque.class,
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class),
    MAP(
            new MapContent(),
            Map.class,
            SortedMap.class,
            NavigableMap.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class),
    OPTIONAL(new OptionalContent(), Optional.class);

    private final Content<?> content;
    private final Set<Class<?>> declared;

    Container(Content<?> content, Class<?>... declared) {
        this.content = content;
        this.declared = Set.of(declared);
    }

    /** The kind of a declared class; null if it is none. */
    static @Nullable Container of(Class<?> declared) {
        for (Container one : values()) {
            if (one.declared.contains(declared)) {
                return one;
            }
        }
        return null;
    }

    /** The class of a name; null if there is none. */
    static @Nullable Class<?> named(String name) {
        for (Container one : values()) {
            for (Class<?> declared : one.declared) {
                if (declared.getName().equals(name)) {
                    return declared;
                }
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    <C> Content<C> content() {
        return (Content<C>) content;
    }
}
