/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.json.JsonKeys;
import io.tspoon.query.json.JsonType;
import io.tspoon.query.json.TimeFormat;
import io.tspoon.query.request.Place;
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
 * The keys of an instance in the order of their places. Immutable.
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
    private final JsonKeys<K> forms;
    private final Comparator<JsonNode> order;

    private SortedKeys(List<K> keys, JsonKeys<K> forms, Comparator<JsonNode> order) {
        this.keys = keys;
        this.forms = forms;
        this.order = order;
    }

    static <K> SortedKeys<K> of(
            List<K> unsorted, JsonKeys<K> forms, Comparator<JsonNode> order, boolean descending) {
        if (unsorted.isEmpty()) {
            return new SortedKeys<>(List.of(), forms, order);
        }
        if (areNatural(unsorted, forms)) {
            @SuppressWarnings("unchecked")
            Comparator<K> natural = (Comparator<K>) Comparator.naturalOrder();
            Comparator<K> direction = descending ? natural.reversed() : natural;
            return new SortedKeys<>(sorted(unsorted, direction), forms, order);
        }
        record Pair<K>(K key, JsonNode json) {}
        List<Pair<K>> pairs = new ChunkedList<>();
        for (K key : unsorted) {
            pairs.add(new Pair<>(key, forms.type().toJson(key)));
        }
        List<K> keys = new ChunkedList<>();
        Comparator<Pair<K>> places =
                (a, b) -> {
                    int byJson = order.compare(a.json(), b.json());
                    return byJson != 0
                            ? byJson
                            : forms.bytes(a.key()).compareTo(forms.bytes(b.key()));
                };
        for (Pair<K> pair : sorted(pairs, places)) {
            keys.add(pair.key());
        }
        return new SortedKeys<>(keys, forms, order);
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

    /** A JsonCustomizer may have changed the JSON, also of some keys only. */
    private static <K> boolean areNatural(List<K> keys, JsonKeys<K> forms) {
        return forms.areOneToOne()
                ? isNatural(keys.get(0), forms.type())
                : keys.stream().allMatch(key -> isNatural(key, forms.type()));
    }

    private static <K> boolean isNatural(K key, JsonType<K> type) {
        boolean time = TIMES.contains(key.getClass());
        if (!NATURAL.contains(key.getClass()) && !time) {
            return false;
        }
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

    /** The position of the first key after the given place. */
    int after(Place place) {
        int low = 0;
        int high = keys.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(keys.get(middle), place) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(K key, Place place) {
        int byJson = order.compare(forms.type().toJson(key), place.key());
        return byJson != 0 ? byJson : forms.bytes(key).compareTo(place.bytes());
    }
}
