/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.request.PageToken;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;

/** The JSON of answers, as the endpoint gives it. */
final class AnswerJson {
    private static final String ENTRIES = "entries";
    private static final String NEXT_PAGE = "nextPageToken";

    /** Of a map that has room for the three fields of an entry. */
    private static final int ENTRY_CAPACITY = 4;

    /** What is beside the token in a request for the next page, at most. */
    private static final int AROUND_TOKEN =
            "{\"pageToken\":\"\",\"limit\":2147483647,\"timeoutMs\":2147483647}".length();

    private final ObjectMapper mapper;
    private final long maxRequestBytes;

    /**
     * @param mapper for tokens
     * @param maxRequestBytes of a request that sends one back
     */
    AnswerJson(ObjectMapper mapper, long maxRequestBytes) {
        this.mapper = mapper;
        this.maxRequestBytes = maxRequestBytes;
    }

    /** What is said of a key. An answer may have very many of these. */
    static ObjectNode entry(JsonNode key, boolean found, JsonNode value) {
        ObjectNode json =
                new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(ENTRY_CAPACITY));
        json.set("key", key);
        return json.put("found", found).set("value", value);
    }

    /**
     * A page of a scan; fails if nobody could ask for the next one.
     *
     * @param next token of the next one; null if there is none
     */
    ObjectNode page(ScanReader.Page page, String state, @Nullable PageToken next) {
        ObjectNode json = ofState(state);
        json.set(ENTRIES, page.entries());
        if (next != null) {
            json.put(NEXT_PAGE, tokenOf(next));
        }
        return json;
    }

    private String tokenOf(PageToken next) {
        String token = next.encode(mapper);
        long bytes = (long) token.length() + AROUND_TOKEN;
        if (bytes > maxRequestBytes) {
            throw new QueryException(
                    FailureReason.REQUEST_TOO_LARGE,
                    "Cannot scan page by page: the request for the next page would be too large,"
                            + " as it has this one and the last key in it, bytes="
                            + bytes
                            + ", "
                            + QueryOptions.MAX_REQUEST_SIZE.key()
                            + "="
                            + maxRequestBytes
                            + ". Filter by fewer or shorter constants, raise the limit of entries"
                            + " so that one page has all, or set a larger "
                            + QueryOptions.MAX_REQUEST_SIZE.key()
                            + ".");
        }
        return token;
    }

    /** Whether the answer says how to go on. */
    static boolean hasNextPage(ObjectNode page) {
        return page.has(NEXT_PAGE);
    }

    /** The keys of one state. */
    static ObjectNode entries(String state, KeyReader.Entries answer) {
        ObjectNode json = ofState(state);
        json.set(ENTRIES, answer.entries());
        return json;
    }

    /** How many bytes an answer with entries is, those of the entries being known. */
    static long size(ObjectNode answer, long entryBytes) {
        ObjectNode others = JsonNodeFactory.instance.objectNode().setAll(answer);
        others.putArray(ENTRIES);
        return SizeLimit.sizeOf(others) + entryBytes;
    }

    /** What was computed of one state. */
    static ObjectNode totals(String state, JsonNode values) {
        ObjectNode json = ofState(state);
        json.set("values", values);
        return json;
    }

    /** What several states said of one snapshot. */
    static ObjectNode query(List<ObjectNode> results, long timestamp) {
        ObjectNode json = stamp(JsonNodeFactory.instance.objectNode(), timestamp);
        json.putArray("results").addAll(results);
        return json;
    }

    /** One key. */
    static ObjectNode key(JsonNode entry, long timestamp) {
        ObjectNode json = stamp(JsonNodeFactory.instance.objectNode(), timestamp);
        return json.setAll((ObjectNode) entry);
    }

    /** Adds the timestamp, as text: it does not fit the numbers of JavaScript. */
    static ObjectNode stamp(ObjectNode json, long timestamp) {
        return json.put("timestamp", Long.toString(timestamp));
    }

    private static ObjectNode ofState(String state) {
        return JsonNodeFactory.instance.objectNode().put("state", state);
    }
}
