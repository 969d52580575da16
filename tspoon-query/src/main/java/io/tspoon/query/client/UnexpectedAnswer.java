/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.io.Serial;

/** An answer that does not say what was asked; becomes a failure. */
final class UnexpectedAnswer extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private static final int SHOWN = 200;

    UnexpectedAnswer(String why, JsonNode json) {
        this(why, json, null);
    }

    UnexpectedAnswer(String why, JsonNode json, @Nullable Throwable cause) {
        super("Cannot understand the answer: " + why + ", json=" + shortened(json), cause);
    }

    private static String shortened(JsonNode json) {
        String text = json.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
