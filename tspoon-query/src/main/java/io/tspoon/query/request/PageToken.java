/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

import java.io.IOException;
import java.util.Base64;
import java.util.Set;

/**
 * Where the next page of a scan begins. It holds all that any server needs to go on, so no server
 * remembers anything but the pin, which is gone after its lease.
 *
 * @param graph name of the t-graph
 * @param state name of the state
 * @param pin id of the pin
 * @param shared whether other scans have the same pin: it stays until its lease ends
 * @param snapshot timestamp of all pages
 * @param after the place of the last key of the page before
 * @param scan what is scanned
 */
@Internal
public record PageToken(
        String graph,
        String state,
        long pin,
        boolean shared,
        long snapshot,
        Place after,
        ObjectNode scan) {
    private static final int VERSION = 1;
    private static final Set<String> FIELDS =
            Set.of(
                    "v",
                    "graph",
                    "state",
                    "pin",
                    "shared",
                    "snapshot",
                    "after",
                    "afterBytes",
                    "afterBy",
                    "scan");

    /** The token of the page after another place. */
    public PageToken behind(Place last) {
        return new PageToken(graph, state, pin, shared, snapshot, last, scan);
    }

    /** Encodes the token with characters that need no escaping anywhere. */
    public String encode(ObjectMapper mapper) {
        ObjectNode json = mapper.createObjectNode();
        json.put("v", VERSION)
                .put("graph", graph)
                .put("state", state)
                .put("pin", pin)
                .put("shared", shared)
                .put("snapshot", snapshot);
        after.putInto(json, "after");
        json.set("scan", scan);
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mapper.writeValueAsBytes(json));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "[TSP-4502] Cannot write page token: " + e.getMessage(), e);
        }
    }

    /** Reads a token. A forged token reveals no more than a scan would. */
    public static PageToken decode(ObjectMapper mapper, String text) {
        try {
            JsonNode json = mapper.readTree(Base64.getUrlDecoder().decode(text));
            Fields fields = Fields.of("page token", json, FIELDS);
            Place after = Place.in(json, "after");
            if (fields.number("v", 0) == VERSION
                    && after != null
                    && fields.required("scan") instanceof ObjectNode scan) {
                fields.required("pin");
                return new PageToken(
                        fields.text("graph"),
                        fields.text("state"),
                        fields.number("pin", 0),
                        json.path("shared").asBoolean(),
                        fields.number("snapshot", 0),
                        after,
                        scan);
            }
        } catch (IOException | IllegalArgumentException | QueryException e) {
            // Falls through to the message.
        }
        throw new QueryException(
                FailureReason.INVALID_TOKEN,
                "[TSP-4020] Cannot read page token: it is none of a server's.");
    }
}
