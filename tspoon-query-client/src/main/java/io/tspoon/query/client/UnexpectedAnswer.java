/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.io.Serial;

/** An answer that does not say what was asked; becomes a failure. */
final class UnexpectedAnswer extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private static final int SHOWN_JSON = 200;
    private static final int SHOWN_CAUSE = 500;

    UnexpectedAnswer(String why, JsonNode json) {
        this(why, json, null);
    }

    /**
     * @param cause only what Jackson says is shown of it
     */
    UnexpectedAnswer(String why, JsonNode json, @Nullable Throwable cause) {
        super(
                "[TSP-5201] Cannot understand the answer: "
                        + why
                        + difference(cause)
                        + ", json="
                        + beginning(json.toString(), SHOWN_JSON),
                cause);
    }

    /** The field of the caller's classes that does not fit, and why; empty if that is not known. */
    private static String difference(@Nullable Throwable cause) {
        String path = "";
        String said = "";
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof JsonMappingException mapping) {
                path = mapping.getPathReference();
            }
            if (at instanceof JsonProcessingException deepest) {
                said = String.valueOf(deepest.getOriginalMessage());
            }
        }
        return (path.isEmpty() ? "" : ", at=" + end(path, SHOWN_CAUSE))
                + (said.isEmpty() ? "" : ", cause=" + beginning(said, SHOWN_CAUSE));
    }

    private static String beginning(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "...";
    }

    private static String end(String text, int length) {
        return text.length() <= length ? text : "..." + text.substring(text.length() - length);
    }
}
