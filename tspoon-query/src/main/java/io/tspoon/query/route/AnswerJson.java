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

/** Builds the JSON of the endpoint's answers. */
final class AnswerJson {
    private static final String ENTRIES = "entries";
    private static final String NEXT_PAGE = "nextPageToken";

    /** Capacity of a map for the three fields of an entry. */
    private static final int ENTRY_CAPACITY = 4;

    /** Maximum number of characters beside the token in a request for the next page. */
    private static final int AROUND_TOKEN =
            "{\"pageToken\":\"\",\"limit\":2147483647,\"timeoutMs\":2147483647}".length();

    private final ObjectMapper mapper;
    private final long maxRequestBytes;

    /**
     * @param mapper writes page tokens
     * @param maxRequestBytes maximum size of a request, which has to carry a page token back
     */
    AnswerJson(ObjectMapper mapper, long maxRequestBytes) {
        this.mapper = mapper;
        this.maxRequestBytes = maxRequestBytes;
    }

    /** One entry of an answer. The map is small because an answer may have very many entries. */
    static ObjectNode entry(JsonNode key, boolean found, JsonNode value) {
        ObjectNode json =
                new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(ENTRY_CAPACITY));
        json.set("key", key);
        return json.put("found", found).set("value", value);
    }

    /**
     * One page of a scan; fails if its token would not fit into a request for the next page.
     *
     * @param next token of the next page; null if there is none
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

    /** Whether a next page follows. */
    static boolean hasNextPage(ObjectNode page) {
        return page.has(NEXT_PAGE);
    }

    /** The entries of one state. */
    static ObjectNode entries(String state, KeyReader.Entries answer) {
        ObjectNode json = ofState(state);
        json.set(ENTRIES, answer.entries());
        return json;
    }

    /** The size of an answer in bytes, given the size of its entries. */
    static long size(ObjectNode answer, long entryBytes) {
        ObjectNode others = JsonNodeFactory.instance.objectNode().setAll(answer);
        others.putArray(ENTRIES);
        return SizeLimit.sizeOf(others) + entryBytes;
    }

    /** The results of an aggregate over one state. */
    static ObjectNode totals(String state, JsonNode values) {
        ObjectNode json = ofState(state);
        json.set("values", values);
        return json;
    }

    /** The results of all reads of one snapshot. */
    static ObjectNode query(List<ObjectNode> results, long timestamp) {
        ObjectNode json = stamp(JsonNodeFactory.instance.objectNode(), timestamp);
        json.putArray("results").addAll(results);
        return json;
    }

    /** The answer to a read of one key. */
    static ObjectNode key(JsonNode entry, long timestamp) {
        ObjectNode json = stamp(JsonNodeFactory.instance.objectNode(), timestamp);
        return json.setAll((ObjectNode) entry);
    }

    /** Adds the timestamp as text, because JavaScript's numbers cannot hold it exactly. */
    static ObjectNode stamp(ObjectNode json, long timestamp) {
        return json.put("timestamp", Long.toString(timestamp));
    }

    private static ObjectNode ofState(String state) {
        return JsonNodeFactory.instance.objectNode().put("state", state);
    }
}
