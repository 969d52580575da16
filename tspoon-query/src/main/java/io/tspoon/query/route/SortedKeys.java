/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.json.JsonType;
import io.tspoon.query.json.TimeFormat;
import io.tspoon.read.ChunkedList;

import com.fasterxml.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The keys of an instance in the order of their JSON. Immutable.
 *
 * @param <K> key type
 */
final class SortedKeys<K> {
    /** Classes whose natural order is that of their JSON. */
    private static final Set<Class<?>> NATURAL =
            Set.of(String.class, Long.class, Integer.class, Short.class, Byte.class, Boolean.class);

    /** Likewise, if the schema says that their texts are times. */
    private static final Set<Class<?>> TIMES = Set.of(Instant.class, Duration.class);

    private final List<K> keys;
    private final JsonType<K> type;
    private final Comparator<JsonNode> order;

    private SortedKeys(List<K> keys, JsonType<K> type, Comparator<JsonNode> order) {
        this.keys = keys;
        this.type = type;
        this.order = order;
    }

    static <K> SortedKeys<K> of(
            List<K> unsorted, JsonType<K> type, Comparator<JsonNode> order, boolean descending) {
        if (unsorted.isEmpty()) {
            return new SortedKeys<>(List.of(), type, order);
        }
        if (isNatural(unsorted.get(0), type)) {
            @SuppressWarnings("unchecked")
            Comparator<K> natural = (Comparator<K>) Comparator.naturalOrder();
            Comparator<K> direction = descending ? natural.reversed() : natural;
            return new SortedKeys<>(sorted(unsorted, direction), type, order);
        }
        record Pair<K>(K key, JsonNode json) {}
        List<Pair<K>> pairs = new ChunkedList<>();
        for (K key : unsorted) {
            pairs.add(new Pair<>(key, type.toJson(key)));
        }
        List<K> keys = new ChunkedList<>();
        for (Pair<K> pair : sorted(pairs, (a, b) -> order.compare(a.json(), b.json()))) {
            keys.add(pair.key());
        }
        return new SortedKeys<>(keys, type, order);
    }

    /** Sorts short runs and merges them, so that no large array is needed. */
    private static <T> List<T> sorted(List<T> unsorted, Comparator<T> order) {
        PriorityQueue<Run<T>> runs =
                new PriorityQueue<>((a, b) -> order.compare(a.head(), b.head()));
        for (int from = 0; from < unsorted.size(); from += ChunkedList.CHUNK) {
            int to = Math.min(unsorted.size(), from + ChunkedList.CHUNK);
            List<T> run = new ArrayList<>(unsorted.subList(from, to));
            run.sort(order);
            runs.add(new Run<>(run));
        }
        List<T> sorted = new ChunkedList<>();
        Run<T> first = runs.poll();
        while (first != null) {
            sorted.add(first.head());
            if (first.advance()) {
                runs.add(first);
            }
            first = runs.poll();
        }
        return sorted;
    }

    /** The rest of a sorted run. */
    private static final class Run<T> {
        private final List<T> elements;
        private int next;

        Run(List<T> elements) {
            this.elements = elements;
        }

        T head() {
            return elements.get(next);
        }

        boolean advance() {
            return ++next < elements.size();
        }
    }

    private static <K> boolean isNatural(K key, JsonType<K> type) {
        boolean time = TIMES.contains(key.getClass());
        if (!NATURAL.contains(key.getClass()) && !time) {
            return false;
        }
        // A JsonCustomizer may have changed the JSON.
        JsonNode json = type.toJson(key);
        if (time) {
            return TimeFormat.of(type.schema()) != null
                    && json.isTextual()
                    && json.textValue().equals(key.toString());
        }
        return key instanceof String
                ? json.isTextual() && json.textValue().equals(key)
                : json.isBoolean() == key instanceof Boolean
                        && (json.isBoolean() || json.isIntegralNumber());
    }

    /** The keys, in order. */
    List<K> list() {
        return keys;
    }

    /** The position of the first key after the given one. */
    int after(JsonNode key) {
        int low = 0;
        int high = keys.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(type.toJson(keys.get(middle)), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
