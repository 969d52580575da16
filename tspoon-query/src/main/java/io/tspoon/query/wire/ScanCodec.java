/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.ScanRequest;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.PlacedEntry;
import io.tspoon.query.request.ReadPlan;
import io.tspoon.query.request.Scan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Entries of an instance. A key that marks a place has a field more, such as {@code keyBytes}, if
 * its JSON does not tell it from all others.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, instance, pin, snapshot, scan, after?, before?, maxBytes?</td>
 * <td>entries: [{key, found: true, value}], more, next?, keySchema?, bySchema?: if the order of
 * keys, or of the parts before them, depends on it; plan, index?, examined</td></tr>
 * </table>
 */
final class ScanCodec implements MessageCodec<ScanRequest, EntryPage> {
    private static final String SCAN = "scan";
    private static final String AFTER = "after";
    private static final String BEFORE = "before";
    private static final String ENTRIES = "entries";
    private static final String KEY = "key";
    private static final String FOUND = "found";
    private static final String VALUE = "value";
    private static final String MORE = "more";
    private static final String NEXT = "next";
    private static final String BY_SCHEMA = "bySchema";

    /** Capacity of a map for the four fields of an entry. */
    private static final int ENTRY_CAPACITY = 4;

    @Override
    public String path() {
        return "scan";
    }

    @Override
    public Class<ScanRequest> type() {
        return ScanRequest.class;
    }

    @Override
    public ObjectNode write(ScanRequest request) {
        ObjectNode body = Parts.ofSource(request.source(), request.maxBytes());
        body.set(SCAN, request.scan().json());
        Parts.putPlace(body, AFTER, request.after());
        Parts.putPlace(body, BEFORE, request.before());
        return body;
    }

    @Override
    public ScanRequest read(JsonNode body) {
        return new ScanRequest(
                Parts.source(body),
                Scan.of(body.path(SCAN), Integer.MAX_VALUE),
                Place.in(body, AFTER),
                Place.in(body, BEFORE),
                Parts.maxBytes(body));
    }

    @Override
    public ObjectNode writeAnswer(EntryPage answer) {
        ObjectNode json = Parts.object();
        ArrayNode entries = json.putArray(ENTRIES);
        for (PlacedEntry entry : answer.entries()) {
            entries.add(write(entry));
        }
        json.put(MORE, answer.more());
        if (!answer.keySchema().isMissingNode()) {
            json.set(Parts.KEY_SCHEMA, answer.keySchema());
        }
        if (!answer.bySchema().isMissingNode()) {
            json.set(BY_SCHEMA, answer.bySchema());
        }
        Parts.putPlace(json, NEXT, answer.next());
        answer.plan().putInto(json);
        return json;
    }

    @Override
    public EntryPage readAnswer(JsonNode json) {
        List<PlacedEntry> entries = new ArrayList<>();
        for (JsonNode entry : json.path(ENTRIES)) {
            Place place = Place.in(entry, KEY);
            if (place != null) {
                entries.add(new PlacedEntry(place, entry.path(VALUE)));
            }
        }
        return new EntryPage(
                entries,
                json.path(MORE).booleanValue(),
                Place.in(json, NEXT),
                json.path(Parts.KEY_SCHEMA),
                json.path(BY_SCHEMA),
                ReadPlan.in(json));
    }

    /** The map is small because an answer may have very many entries. */
    private static ObjectNode write(PlacedEntry entry) {
        ObjectNode json =
                new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(ENTRY_CAPACITY));
        json.set(KEY, entry.place().key());
        json.put(FOUND, true).set(VALUE, entry.value());
        entry.place().putInto(json, KEY);
        return json;
    }
}
