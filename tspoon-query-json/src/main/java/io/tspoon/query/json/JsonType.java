/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.RowUtils;
import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;

/**
 * Converts values of one type to and from JSON. Thread-safe.
 *
 * @param <T> type of the values
 */
@Internal
public final class JsonType<T> {
    private final ObjectMapper mapper;
    private final TypeInformation<T> type;
    private final ObjectReader reader;
    private final ObjectNode schema;
    private final boolean scalar;

    /**
     * @param customized whether a customizer may have changed how Jackson converts values
     */
    JsonType(ObjectMapper mapper, TypeInformation<T> type, boolean customized) {
        this.mapper = mapper;
        this.type = type;
        JavaType javaType = FlinkJavaTypes.of(mapper.getTypeFactory(), type);
        this.reader = mapper.readerFor(javaType);
        this.schema = JsonSchemas.of(mapper, javaType);
        this.scalar = !customized && Scalars.contain(type.getTypeClass());
    }

    /**
     * Returns a JSON schema (draft 2020-12) of the values. It does not say that parts of them may
     * be null, nor that numbers that are not finite are the texts {@code "NaN"}, {@code "Infinity"}
     * and {@code "-Infinity"}. If it has the {@code format} of a {@link TimeFormat}, texts are
     * ordered by time.
     */
    public ObjectNode schema() {
        return schema.deepCopy();
    }

    /** Returns the schema itself instead of a copy; do not change it. */
    public JsonNode schemaView() {
        return schema;
    }

    /** Whether values are small and quick to convert. */
    public boolean isScalar() {
        return scalar;
    }

    /**
     * Writes a value; null becomes JSON's null.
     *
     * @throws IllegalArgumentException if the mapping cannot write it
     */
    public JsonNode toJson(@Nullable T value) {
        if (value == null) {
            return NullNode.instance;
        }
        return scalar ? Scalars.toJson(value) : mapper.valueToTree(value);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if the JSON does not fit the type; the message names neither
     *     classes nor internals, the cause may
     */
    public T fromJson(JsonNode json) {
        Object simple = scalar ? Scalars.fromJson(json, type.getTypeClass()) : null;
        if (simple != null) {
            return cast(simple);
        }
        try {
            T value =
                    type instanceof RowTypeInfo row ? cast(row(row, json)) : reader.readValue(json);
            if (value == null) {
                throw unfit(json, null);
            }
            return value;
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (Exception e) {
            // Includes whatever the constructor of a user's class throws.
            throw unfit(json, e);
        }
    }

    /** Where and why a value could not be read. */
    public JsonProblem problem(IllegalArgumentException unfit) {
        return JsonProblem.of(unfit.getCause(), schema);
    }

    private IllegalArgumentException unfit(JsonNode json, @Nullable Throwable cause) {
        String text = json.toString();
        return new IllegalArgumentException(
                "[TSP-4304] Cannot read JSON: it does not fit the type, json="
                        + (text.length() > 100 ? text.substring(0, 100) + "..." : text)
                        + ", schema="
                        + schema,
                cause);
    }

    @SuppressWarnings("unchecked")
    private T cast(Object value) {
        return (T) value;
    }

    /**
     * Makes a row as Flink's serializer does, with positions and names: other rows have another
     * hash code.
     */
    private Row row(RowTypeInfo rowType, JsonNode json) {
        boolean named = json.isObject();
        boolean mayHaveMore =
                named && !reader.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        if (!(named || json.isArray()) || (json.size() != rowType.getArity() && !mayHaveMore)) {
            throw unfit(json, null);
        }
        String[] names = rowType.getFieldNames();
        Object[] values = new Object[names.length];
        LinkedHashMap<String, Integer> positions = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            JsonNode field = named ? json.get(names[i]) : json.get(i);
            if (field == null) {
                throw unfit(json, null);
            }
            values[i] = field.isNull() ? null : read(rowType.getTypeAt(i), field);
            positions.put(names[i], i);
        }
        return RowUtils.createRowWithNamedPositions(RowKind.INSERT, values, positions);
    }

    private <F> F read(TypeInformation<F> fieldType, JsonNode json) {
        return new JsonType<>(mapper, fieldType, true).fromJson(json);
    }
}
