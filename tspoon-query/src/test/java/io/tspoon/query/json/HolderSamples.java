/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A collection or map of each kind that docs/types.md lists, and all the ways to declare it.
 *
 * @param name of the value, as the page has it
 * @param value the value
 * @param declared types whose values it can be
 */
record HolderSamples(String name, Object value, List<TypeInformation<?>> declared) {
    private static final TypeInformation<?> COLLECTION = of(new TypeHint<Collection<String>>() {});
    private static final TypeInformation<?> LIST = of(new TypeHint<List<String>>() {});
    private static final TypeInformation<?> QUEUE = of(new TypeHint<Queue<String>>() {});
    private static final TypeInformation<?> DEQUE = of(new TypeHint<Deque<String>>() {});
    private static final TypeInformation<?> SET = of(new TypeHint<Set<String>>() {});
    private static final TypeInformation<?> SORTED_SET = of(new TypeHint<SortedSet<String>>() {});
    private static final TypeInformation<?> MAP = of(new TypeHint<Map<String, Long>>() {});
    private static final TypeInformation<?> SORTED_MAP =
            of(new TypeHint<SortedMap<String, Long>>() {});

    @SuppressWarnings("JdkObsolete") // a LinkedList is one of them
    static List<HolderSamples> all() {
        LinkedHashMap<String, Long> linked = new LinkedHashMap<>();
        linked.put("b", 1L);
        linked.put("a", null);
        return List.of(
                of(
                        "ArrayList",
                        new ArrayList<>(List.of("b", "a")),
                        LIST,
                        of(new TypeHint<ArrayList<String>>() {}),
                        COLLECTION),
                of("List.of(...)", List.of("b", "a"), LIST, COLLECTION),
                of("Arrays.asList(...) with null", Arrays.asList("b", null), LIST, COLLECTION),
                of(
                        "LinkedList",
                        new LinkedList<>(List.of("b", "a")),
                        LIST,
                        QUEUE,
                        DEQUE,
                        of(new TypeHint<LinkedList<String>>() {}),
                        COLLECTION),
                of(
                        "ArrayDeque",
                        new ArrayDeque<>(List.of("b", "a")),
                        QUEUE,
                        DEQUE,
                        of(new TypeHint<ArrayDeque<String>>() {}),
                        COLLECTION),
                of(
                        "HashSet",
                        new HashSet<>(List.of("b", "a")),
                        SET,
                        of(new TypeHint<HashSet<String>>() {}),
                        COLLECTION),
                of(
                        "LinkedHashSet",
                        new LinkedHashSet<>(List.of("b", "a")),
                        SET,
                        of(new TypeHint<LinkedHashSet<String>>() {}),
                        of(new TypeHint<HashSet<String>>() {}),
                        COLLECTION),
                of("Set.of(...)", Set.of("a"), SET, COLLECTION),
                of(
                        "TreeSet",
                        new TreeSet<>(List.of("b", "a")),
                        SET,
                        SORTED_SET,
                        of(new TypeHint<NavigableSet<String>>() {}),
                        of(new TypeHint<TreeSet<String>>() {}),
                        COLLECTION),
                of(
                        "EnumSet",
                        EnumSet.allOf(TypeSamples.Status.class),
                        of(new TypeHint<Set<TypeSamples.Status>>() {})),
                of(
                        "HashMap",
                        new HashMap<>(Map.of("b", 1L)),
                        MAP,
                        of(new TypeHint<HashMap<String, Long>>() {})),
                of(
                        "LinkedHashMap",
                        linked,
                        MAP,
                        of(new TypeHint<LinkedHashMap<String, Long>>() {}),
                        of(new TypeHint<HashMap<String, Long>>() {})),
                of("Map.of(...)", Map.of("a", 1L), MAP),
                of(
                        "TreeMap",
                        new TreeMap<>(Map.of("b", 1L, "a", 2L)),
                        MAP,
                        SORTED_MAP,
                        of(new TypeHint<NavigableMap<String, Long>>() {}),
                        of(new TypeHint<TreeMap<String, Long>>() {})),
                of(
                        "TreeMap(reverseOrder())",
                        fill(new TreeMap<>(Collections.reverseOrder())),
                        MAP,
                        SORTED_MAP),
                of(
                        "TreeMap(String.CASE_INSENSITIVE_ORDER)",
                        fill(new TreeMap<>(String.CASE_INSENSITIVE_ORDER)),
                        MAP,
                        SORTED_MAP),
                of("ConcurrentSkipListMap", fill(new ConcurrentSkipListMap<>()), MAP, SORTED_MAP),
                of(
                        "EnumMap",
                        new EnumMap<>(Map.of(TypeSamples.Status.OPEN, 1L)),
                        of(new TypeHint<Map<TypeSamples.Status, Long>>() {})));
    }

    private static Map<String, Long> fill(Map<String, Long> map) {
        map.put("b", 1L);
        map.put("A", 2L);
        return map;
    }

    private static HolderSamples of(String name, Object value, TypeInformation<?>... declared) {
        return new HolderSamples(name, value, List.of(declared));
    }

    private static <T> TypeInformation<T> of(TypeHint<T> type) {
        return ValueTypes.of(type);
    }
}
