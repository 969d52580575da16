/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.text.MalformedTextException;
import io.tspoon.examples.text.StrictText;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;

import java.io.IOException;

/**
 * Converts records to JSON and back. Used by one thread.
 *
 * <p>Reading is strict where Jackson by itself is not: a name may come once only, each component of
 * a record must be there, and a text is a text and a number a number. Names that the record does
 * not have are passed over, so that producers may add some.
 */
public final class JsonText {
    private final ObjectMapper mapper =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                    .addModule(new SimpleModule().addDeserializer(String.class, new Texts()))
                    .build();

    /**
     * Reads the record of a message. The record's constructor has to check the values.
     *
     * @throws MalformedMessageException if the message has no text, is not JSON, or does not fit
     *     the record
     */
    public <T> T read(Message message, Class<T> type) throws MalformedMessageException {
        if (!message.problem().isEmpty()) {
            throw new MalformedMessageException(message.problem());
        }
        try {
            T value = mapper.readValue(message.text(), type);
            if (value == null) {
                throw new MalformedMessageException("it is null");
            }
            return value;
        } catch (JsonProcessingException e) {
            Throwable cause = e.getCause();
            throw new MalformedMessageException(
                    cause == null
                            ? String.valueOf(e.getOriginalMessage())
                            : String.valueOf(cause.getMessage()));
        }
    }

    /** Writes a record on one line. */
    public String write(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Makes a text of a JSON text only: of 7 and 7.0 it would make two customers. */
    private static final class Texts extends StdScalarDeserializer<String> {
        private static final long serialVersionUID = 1L;

        Texts() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context)
                throws IOException {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                throw malformed(parser, "it is no text in quotes");
            }
            String text = parser.getText();
            try {
                StrictText.requireWellFormed(text);
            } catch (MalformedTextException e) {
                throw malformed(parser, String.valueOf(e.getMessage()));
            }
            return text;
        }

        private static MismatchedInputException malformed(JsonParser parser, String reason)
                throws IOException {
            return MismatchedInputException.from(
                    parser, String.class, parser.currentName() + ": " + reason);
        }
    }
}
