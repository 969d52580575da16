/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.query.json.JsonKeys;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.JsonType;
import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes questions and reads answers, with keys and values as the servers map them, but for what
 * {@link JsonMapping#forAnswers} says of answers.
 */
final class Json {
    private final JsonMapping mapping;
    private final Map<TypeInformation<?>, JsonType<?>> types = new ConcurrentHashMap<>();
    private final Map<TypeInformation<?>, JsonKeys<?>> keys = new ConcurrentHashMap<>();

    Json(JsonMapping mapping) {
        this.mapping = mapping.forAnswers();
    }

    ObjectNode object() {
        return mapper().createObjectNode();
    }

    byte[] bytes(JsonNode json) {
        try {
            return mapper().writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "[TSP-5102] Cannot write question: " + e.getOriginalMessage(), e);
        }
    }

    JsonNode parse(byte[] bytes) throws IOException {
        return mapper().readTree(bytes);
    }

    /**
     * A key to ask for, of which the compiler may have lost the type.
     *
     * @throws IllegalArgumentException if the server would take its JSON for another key
     */
    <K> JsonNode key(StateTypes<K, ?> types, Object key) {
        @SuppressWarnings("unchecked")
        K typed = (K) key;
        return keysOf(types.key()).toAsk(typed);
    }

    /**
     * Refuses keys that nobody could tell from their JSON.
     *
     * @throws IllegalArgumentException if they are such
     */
    void requireWholeKeys(StateTypes<?, ?> types) {
        String lost = keysOf(types.key()).lostField();
        if (lost != null) {
            throw new IllegalArgumentException(
                    "[TSP-5103] Cannot ask for entries: the JSON of their keys leaves out a field,"
                            + " state="
                            + types.state()
                            + ", field="
                            + lost
                            + ". "
                            + JsonKeys.REMEDY);
        }
    }

    /** A constant of no declared type. */
    JsonNode plain(Object value) {
        return mapper().valueToTree(value);
    }

    <T> T plain(JsonNode json, Class<T> type) {
        return read(TypeInformation.of(type), json);
    }

    ObjectNode filter(Filter filter) {
        ObjectNode node = object();
        if (filter instanceof Filter.Comparison comparison) {
            node.put("field", comparison.field().pointer());
            node.put("op", comparison.op());
            node.set("value", plain(comparison.constant()));
        } else if (filter instanceof Filter.Junction junction) {
            ArrayNode parts = node.putArray(junction.op());
            junction.filters().forEach(part -> parts.add(filter(part)));
        } else if (filter instanceof Filter.Negation negation) {
            node.set("not", filter(negation.filter()));
        }
        return node;
    }

    <K, V> Entry<K, V> entry(StateTypes<K, V> types, JsonNode entry) {
        return new Entry<>(
                read(types.key(), member(entry, "key")),
                read(types.value(), member(entry, "value")));
    }

    /** The value of an entry; empty if the key has none and there is no initial one. */
    <V> Optional<V> value(StateTypes<?, V> types, JsonNode entry) {
        JsonNode value = entry.path("value");
        return value.isMissingNode() || value.isNull()
                ? Optional.empty()
                : Optional.of(read(types.value(), value));
    }

    /** A value of a declared type. */
    <T> JsonNode typed(TypeInformation<T> type, T value) {
        return of(type).toJson(value);
    }

    /** Values of a declared type. */
    <T> List<T> typed(TypeInformation<T> type, JsonNode array) {
        List<T> values = new ArrayList<>();
        array.forEach(element -> values.add(read(type, element)));
        return List.copyOf(values);
    }

    static ExecutionTimestamp timestamp(JsonNode answer) {
        JsonNode timestamp = member(answer, "timestamp");
        try {
            return new ExecutionTimestamp(Long.parseLong(timestamp.asText()));
        } catch (NumberFormatException e) {
            throw new UnexpectedAnswer("no timestamp", timestamp, e);
        }
    }

    static JsonNode member(JsonNode object, String name) {
        JsonNode member = object.get(name);
        if (member == null) {
            throw new UnexpectedAnswer("there is no " + name, object);
        }
        return member;
    }

    static JsonNode member(JsonNode array, int index) {
        JsonNode member = array.get(index);
        if (member == null) {
            throw new UnexpectedAnswer("too few parts", array);
        }
        return member;
    }

    private <T> T read(TypeInformation<T> type, JsonNode json) {
        try {
            return of(type).fromJson(json);
        } catch (IllegalArgumentException e) {
            throw new UnexpectedAnswer("it is no " + type, json, e);
        }
    }

    private <T> JsonType<T> of(TypeInformation<T> type) {
        JsonType<?> known = types.computeIfAbsent(type, mapping::of);
        @SuppressWarnings("unchecked")
        JsonType<T> typed = (JsonType<T>) known;
        return typed;
    }

    private <K> JsonKeys<K> keysOf(TypeInformation<K> type) {
        JsonKeys<?> known = keys.computeIfAbsent(type, mapping::keysOf);
        @SuppressWarnings("unchecked")
        JsonKeys<K> typed = (JsonKeys<K>) known;
        return typed;
    }

    private ObjectMapper mapper() {
        return mapping.mapper();
    }
}
