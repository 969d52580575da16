/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The snapshot that a request wants, and how long it waits.
 *
 * @param fresh whether to include every transaction whose result was emitted before the request
 *     arrived
 * @param at the exact timestamp to read; {@link #CHOICE} for a snapshot of the server's choice
 * @param after timestamp up to which every transaction must be included; 0 for no bound
 * @param timeoutMs timeout of the request in milliseconds
 */
@Internal
public record WantedSnapshot(boolean fresh, long at, long after, long timeoutMs) {
    /** Not a timestamp. 0 is one: that before the first transaction. */
    public static final long CHOICE = -1;

    /** Names of the fields, in bodies and in the query part of addresses. */
    public static final Set<String> FIELDS = Set.of("consistency", "at", "after", "timeoutMs");

    private static final Pattern NUMBER = Pattern.compile("-?[1-9][0-9]*");

    /**
     * Timeouts of requests.
     *
     * @param defaultMs timeout of a request that does not specify one, in milliseconds
     * @param highestMs maximum timeout in milliseconds; longer ones are reduced to it
     */
    public record Timeouts(long defaultMs, long highestMs) {}

    /** Reads the fields of a request's body. */
    public static WantedSnapshot of(Fields fields, Timeouts timeouts) {
        return checked(
                fields.text("consistency", "snapshot"),
                fields.timestamp("at", CHOICE),
                fields.timestamp("after", CHOICE),
                fields.number("timeoutMs", timeouts.defaultMs()),
                timeouts);
    }

    /** Reads the parameters of a request's address. */
    public static WantedSnapshot of(Map<String, String> parameters, Timeouts timeouts) {
        return checked(
                parameters.getOrDefault("consistency", "snapshot"),
                timestamp(parameters, "at"),
                timestamp(parameters, "after"),
                timeoutMs(parameters, timeouts),
                timeouts);
    }

    private static long timestamp(Map<String, String> parameters, String name) {
        String text = parameters.get(name);
        return text == null ? CHOICE : Fields.timestamp(name, text);
    }

    private static long timeoutMs(Map<String, String> parameters, Timeouts timeouts) {
        String text = parameters.get("timeoutMs");
        if (text == null) {
            return timeouts.defaultMs();
        }
        try {
            if (NUMBER.matcher(text).matches()) { // a parser takes other digits and signs, too
                return Long.parseLong(text);
            }
        } catch (NumberFormatException e) {
            // Falls through to the message.
        }
        throw Fields.invalid("timeoutMs is no whole number");
    }

    private static WantedSnapshot checked(
            String consistency, long at, long after, long timeoutMs, Timeouts timeouts) {
        boolean fresh = consistency.equals("fresh");
        if (!fresh && !consistency.equals("snapshot")) {
            throw Fields.invalid(
                    "consistency is neither snapshot nor fresh, consistency="
                            + Fields.shortened(consistency));
        }
        if (at != CHOICE && (fresh || after != CHOICE)) {
            throw Fields.invalid("at excludes fresh and after");
        }
        if (timeoutMs < 1) {
            throw Fields.invalid("timeoutMs is not positive");
        }
        return new WantedSnapshot(
                fresh, at, Math.max(0, after), Math.min(timeoutMs, timeouts.highestMs()));
    }

    /** Whether the request names a timestamp. */
    public boolean isAt() {
        return at != CHOICE;
    }

    /** Whether a body has any of the fields other than the timeout. */
    static boolean isIn(JsonNode json) {
        return json.has("consistency") || json.has("at") || json.has("after");
    }
}
