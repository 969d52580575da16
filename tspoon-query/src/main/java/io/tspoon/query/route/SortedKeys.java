/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.json.JsonType;
import io.tspoon.query.request.JsonOrder;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Keys of an instance in the order of their JSON. Immutable.
 *
 * @param <K> key type
 */
final class SortedKeys<K> {
    /** Classes whose own order is that of their JSON. */
    private static final Set<Class<?>> NATURAL =
            Set.of(String.class, Long.class, Integer.class, Short.class, Byte.class, Boolean.class);

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
            List<K> keys = new ArrayList<>(unsorted);
            @SuppressWarnings("unchecked")
            Comparator<K> natural = (Comparator<K>) Comparator.naturalOrder();
            keys.sort(descending ? natural.reversed() : natural);
            return new SortedKeys<>(keys, type, order);
        }
        record Pair<K>(K key, JsonNode json) {}
        List<Pair<K>> pairs = new ArrayList<>(unsorted.size());
        for (K key : unsorted) {
            pairs.add(new Pair<>(key, type.toJson(key)));
        }
        pairs.sort((a, b) -> order.compare(a.json(), b.json()));
        List<K> keys = new ArrayList<>(pairs.size());
        pairs.forEach(pair -> keys.add(pair.key()));
        return new SortedKeys<>(keys, type, order);
    }

    /** Keys as they come, for which {@link #after} makes no sense. */
    static <K> SortedKeys<K> unsorted(List<K> keys, JsonType<K> type) {
        return new SortedKeys<>(keys, type, JsonOrder.ASCENDING);
    }

    private static <K> boolean isNatural(K key, JsonType<K> type) {
        if (!NATURAL.contains(key.getClass())) {
            return false;
        }
        // A customizer may have changed the JSON.
        JsonNode json = type.toJson(key);
        return key instanceof String
                ? json.isTextual() && json.textValue().equals(key)
                : json.isBoolean() == key instanceof Boolean
                        && (json.isBoolean() || json.isIntegralNumber());
    }

    int size() {
        return keys.size();
    }

    K get(int i) {
        return keys.get(i);
    }

    /** The position of the first key behind another. */
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
