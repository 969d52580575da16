/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * Converts the keys of a state to and from JSON. A key is known by its serialized bytes: two keys
 * may have one JSON, if a class or a {@link JsonCustomizer} leaves something out. Thread-safe.
 *
 * @param <K> type of the keys
 */
@Internal
public final class JsonKeys<K> {
    /** What a user can do about keys whose JSON lacks something. */
    public static final String REMEDY =
            "Let its class write and read all of its fields, or register a JsonCustomizer that"
                    + " does.";

    private static final int INITIAL_BYTES = 64;

    private final JsonType<K> type;
    private final TypeInformation<K> information;
    private final boolean oneToOne;
    private final @Nullable String lostField;

    /** Used by one thread at a time: it is costly to copy if it is Kryo's. */
    @GuardedBy("this")
    private @Nullable TypeSerializer<K> serializer;

    /**
     * @param customized whether a customizer may have changed how Jackson converts values
     */
    JsonKeys(
            JsonType<K> type,
            ObjectMapper mapper,
            TypeInformation<K> information,
            boolean customized) {
        this.type = type;
        this.information = information;
        oneToOne = !customized && KeyForms.areOneToOne(information);
        String lost = KeyForms.lostField(mapper, information);
        lostField = lost.isEmpty() ? null : lost;
    }

    /** Returns the JSON form of the keys. */
    public JsonType<K> type() {
        return type;
    }

    /** Whether it is certain that no two keys have the same JSON. */
    public boolean areOneToOne() {
        return oneToOne;
    }

    /**
     * Returns a field of the keys that their JSON leaves out, so that it does not tell which key is
     * meant; null if there is none.
     */
    public @Nullable String lostField() {
        return lostField;
    }

    /**
     * Returns what tells apart keys with the same JSON: their serialized bytes, in Base64; empty if
     * there are no such keys.
     */
    public String bytes(K key) {
        if (oneToOne) {
            return "";
        }
        try {
            DataOutputSerializer output = new DataOutputSerializer(INITIAL_BYTES);
            synchronized (this) {
                serializer().serialize(key, output);
            }
            return Base64.getEncoder().encodeToString(output.getCopyOfBuffer());
        } catch (IOException e) {
            throw new UncheckedIOException("[TSP-4306] Cannot write key: " + e.getMessage(), e);
        }
    }

    /**
     * Whether the JSON of a key is read as that key. It also counts if the JSON cannot be read at
     * all, because then nobody gets another key for it.
     *
     * @param bytes the {@link #bytes} of the key
     */
    public boolean readsBack(JsonNode json, String bytes) {
        if (oneToOne) {
            return true;
        }
        K read;
        try {
            read = type.fromJson(json);
        } catch (IllegalArgumentException e) {
            return true;
        }
        // Equal keys may have different bytes, as those of a set in another order.
        return bytes(read).equals(bytes) || read.equals(ofBytes(bytes));
    }

    /**
     * Writes a key that is to be asked for.
     *
     * @throws IllegalArgumentException if its JSON would be read as another key
     */
    public JsonNode toAsk(K key) {
        JsonNode json = type.toJson(key);
        String why =
                lostField != null
                        ? "its JSON leaves out a field, field=" + lostField
                        : readsBack(json, bytes(key)) ? "" : "its JSON is read as another key";
        if (!why.isEmpty()) {
            throw new IllegalArgumentException(
                    "[TSP-4305] Cannot ask for key: " + why + ", json=" + json + ". " + REMEDY);
        }
        return json;
    }

    private K ofBytes(String bytes) {
        try {
            synchronized (this) {
                return serializer()
                        .deserialize(new DataInputDeserializer(Base64.getDecoder().decode(bytes)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("[TSP-4307] Cannot read key: " + e.getMessage(), e);
        }
    }

    /** The caller holds the monitor. */
    @GuardedBy("this")
    private TypeSerializer<K> serializer() {
        TypeSerializer<K> known = serializer;
        if (known == null) {
            known = information.createSerializer(new ExecutionConfig().getSerializerConfig());
            serializer = known;
        }
        return known;
    }
}
