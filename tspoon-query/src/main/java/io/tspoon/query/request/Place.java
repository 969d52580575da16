/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.List;

/**
 * The place of a key in the order of a scan. JSON alone is none if several keys have the same, so
 * those are ordered by their bytes.
 *
 * @param key the key as JSON
 * @param bytes what tells apart keys with the same JSON; empty if there are no such keys
 * @param by the part by which a scan orders entries before it looks at their keys; null if it
 *     orders them by keys alone
 */
@Internal
public record Place(JsonNode key, String bytes, @Nullable JsonNode by) {
    private static final String BYTES = "Bytes";
    private static final String BY = "By";

    /** The place in the order of keys. */
    public Place(JsonNode key, String bytes) {
        this(key, bytes, null);
    }

    /** The place of a key that has its JSON alone. */
    public static Place of(JsonNode key) {
        return new Place(key, "");
    }

    /** The place that {@link #putInto} has put into a message; null if there is none. */
    public static @Nullable Place in(JsonNode message, String name) {
        JsonNode key = message.get(name);
        return key == null
                ? null
                : new Place(key, message.path(name + BYTES).asText(), message.get(name + BY));
    }

    /** Takes away all but the key of what {@link #putInto} has put into a message. */
    public static void keepKeyIn(ObjectNode message, String name) {
        message.remove(List.of(name + BYTES, name + BY));
    }

    /** Puts it into a message, as a field of that name and, if need be, more. */
    public void putInto(ObjectNode message, String name) {
        message.set(name, key);
        if (!bytes.isEmpty()) {
            message.put(name + BYTES, bytes);
        }
        if (by != null) {
            message.set(name + BY, by);
        }
    }

    /** The part by which it is ordered first; null in JSON if there is none. */
    JsonNode first() {
        return by == null ? NullNode.instance : by;
    }

    /** The order of places, given that of their keys. */
    public static Comparator<Place> order(Comparator<JsonNode> ofKeys) {
        return (a, b) -> {
            int order = ofKeys.compare(a.key, b.key);
            return order != 0 ? order : a.bytes.compareTo(b.bytes);
        };
    }
}
