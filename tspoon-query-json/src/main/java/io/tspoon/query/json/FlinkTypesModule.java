/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ByteArraySerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Set;

/**
 * Writes tuples as arrays, and rows as arrays, or as objects if their fields have names. Writes
 * bytes as Base64 text, also in trees, because Jackson's own nodes for bytes are neither equal to
 * text nor ordered.
 */
final class FlinkTypesModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    FlinkTypesModule() {
        super("tspoon-flink-types");
        addSerializer(new TupleSerializer());
        addSerializer(new RowSerializer());
        addSerializer(byte[].class, new BytesSerializer());
        setDeserializers(new TupleDeserializers());
    }

    private static final class TupleSerializer extends StdSerializer<Tuple> {
        private static final long serialVersionUID = 1L;

        TupleSerializer() {
            super(Tuple.class);
        }

        @Override
        public void serialize(Tuple tuple, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            json.writeStartArray();
            for (int i = 0; i < tuple.getArity(); i++) {
                Object field = tuple.getField(i);
                serializers.defaultSerializeValue(field, json);
            }
            json.writeEndArray();
        }
    }

    private static final class RowSerializer extends StdSerializer<Row> {
        private static final long serialVersionUID = 1L;

        RowSerializer() {
            super(Row.class);
        }

        @Override
        public void serialize(Row row, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            @Nullable Set<String> names = row.getFieldNames(true);
            if (names == null) {
                json.writeStartArray();
                for (int i = 0; i < row.getArity(); i++) {
                    serializers.defaultSerializeValue(row.getField(i), json);
                }
                json.writeEndArray();
                return;
            }
            json.writeStartObject();
            for (String name : names) {
                serializers.defaultSerializeField(name, row.getField(name), json);
            }
            json.writeEndObject();
        }
    }

    private static final class BytesSerializer extends ByteArraySerializer {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(byte[] bytes, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            json.writeString(serializers.getConfig().getBase64Variant().encode(bytes));
        }
    }

    private static final class TupleDeserializers extends SimpleDeserializers {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            return Tuple.class.isAssignableFrom(type.getRawClass())
                    ? new TupleDeserializer(type)
                    : null;
        }
    }

    private static final class TupleDeserializer extends StdDeserializer<Tuple> {
        private static final long serialVersionUID = 1L;

        private final JavaType type;

        TupleDeserializer(JavaType type) {
            super(type);
            this.type = type;
        }

        @Override
        public Tuple deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            if (!json.isExpectedStartArrayToken()) {
                context.reportWrongTokenException(this, JsonToken.START_ARRAY, "a tuple");
            }
            int arity = type.containedTypeCount();
            Tuple tuple = Tuple.newInstance(arity);
            for (int i = 0; i < arity; i++) {
                json.nextToken();
                tuple.setField(context.readValue(json, type.containedType(i)), i);
            }
            if (json.nextToken() != JsonToken.END_ARRAY) {
                context.reportWrongTokenException(this, JsonToken.END_ARRAY, "a longer tuple");
            }
            return tuple;
        }
    }
}
