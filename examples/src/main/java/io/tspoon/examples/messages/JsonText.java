/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/** Converts records to JSON and back. Used by one thread. */
public final class JsonText {
    private final ObjectMapper mapper =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /**
     * Reads a record. The record's constructor has to check the values.
     *
     * @throws MalformedMessageException if the text is null, is not JSON, or does not fit the
     *     record
     */
    public <T> T read(@Nullable String text, Class<T> type) throws MalformedMessageException {
        if (text == null) {
            throw new MalformedMessageException("it has no value");
        }
        try {
            T value = mapper.readValue(text, type);
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
}
