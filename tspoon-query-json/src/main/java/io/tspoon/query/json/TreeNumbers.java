/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CacheProvider;
import com.fasterxml.jackson.databind.deser.std.JsonNodeDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.ser.DefaultSerializerProvider;
import com.fasterxml.jackson.databind.ser.SerializerFactory;
import com.fasterxml.jackson.databind.util.TokenBuffer;

import java.io.IOException;
import java.math.BigDecimal;

/**
 * Gives trees the numbers that the JSON text has. So a value has the same tree, and the same place
 * in an order, wherever it became JSON. Jackson by itself turns a float into the double of the same
 * value instead of the number that is written, keeps a number that is not finite although text is
 * written, and loses the sign of zero, which {@code BigDecimal} cannot represent.
 */
final class TreeNumbers {
    private TreeNumbers() {}

    /** Makes trees from values. */
    static final class Writer extends DefaultSerializerProvider {
        private static final long serialVersionUID = 1L;

        Writer() {}

        private Writer(SerializerProvider from, SerializationConfig config, SerializerFactory all) {
            super(from, config, all);
        }

        private Writer(Writer from, CacheProvider caches) {
            super(from, caches);
        }

        @Override
        public Writer createInstance(SerializationConfig config, SerializerFactory all) {
            return new Writer(this, config, all);
        }

        @Override
        public Writer withCaches(CacheProvider caches) {
            return new Writer(this, caches);
        }

        @Override
        public Writer copy() {
            return new Writer();
        }

        @Override
        public TokenBuffer bufferForValueConversion(ObjectCodec codec) {
            return new Buffer(codec);
        }
    }

    private static final class Buffer extends TokenBuffer {
        Buffer(ObjectCodec codec) {
            super(codec, false);
        }

        @Override
        public void writeNumber(float number) throws IOException {
            if (Float.isFinite(number) && number != 0) {
                writeNumber(new BigDecimal(Float.toString(number)));
            } else {
                writeNumber((double) number);
            }
        }

        @Override
        public void writeNumber(double number) throws IOException {
            if (!Double.isFinite(number)) {
                writeString(Double.toString(number));
            } else if (number == 0 && Double.compare(number, 0) < 0) {
                writeEmbeddedObject(DoubleNode.valueOf(number));
            } else {
                writeNumber(BigDecimal.valueOf(number));
            }
        }
    }

    /** Makes trees from text. */
    static final class Reader extends StdDeserializer<JsonNode> {
        private static final long serialVersionUID = 1L;
        private static final JsonDeserializer<? extends JsonNode> NODES =
                JsonNodeDeserializer.getDeserializer(JsonNode.class);

        Reader() {
            super(JsonNode.class);
        }

        @Override
        public JsonNode deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            return NODES.deserialize(new SignedZeros(json), context);
        }

        @Override
        public JsonNode getNullValue(DeserializationContext context) {
            return NullNode.instance;
        }
    }

    /**
     * Jackson reads a number as a double if {@link #isNaN} holds, otherwise as a {@code
     * BigDecimal}. So a negative zero claims to be NaN.
     */
    private static final class SignedZeros extends JsonParserDelegate {
        SignedZeros(JsonParser json) {
            super(json);
        }

        @Override
        public boolean isNaN() throws IOException {
            return super.isNaN() || isNegativeZero();
        }

        @Override
        public double getDoubleValue() throws IOException {
            return isNegativeZero() ? -0.0 : super.getDoubleValue();
        }

        /** Jackson throws something else for an exponent that is no int. */
        @Override
        public BigDecimal getDecimalValue() throws IOException {
            try {
                return super.getDecimalValue();
            } catch (NumberFormatException e) {
                throw new JsonParseException(this, String.valueOf(e.getMessage()), e);
            }
        }

        private boolean isNegativeZero() throws IOException {
            return currentToken() == JsonToken.VALUE_NUMBER_FLOAT
                    && !super.isNaN()
                    && getDecimalValue().signum() == 0
                    && getText().charAt(0) == '-';
        }
    }
}
