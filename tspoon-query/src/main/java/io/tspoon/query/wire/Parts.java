/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.InstanceName;
import io.tspoon.query.peer.PinnedInstance;
import io.tspoon.query.request.Place;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What several messages have in common: t-graphs, instances, pins, places and sizes. */
final class Parts {
    static final String KEYS = "keys";
    static final String LEASE_MS = "leaseMs";
    static final String STATE = "state";
    static final String INDEX = "index";
    static final String KEY_SCHEMA = "keySchema";

    private static final String GRAPH = "graph";
    private static final String PIN = "pin";
    private static final String SNAPSHOT = "snapshot";
    private static final String INSTANCE = "instance";
    private static final String INSTANCES = "instances";
    private static final String INCARNATION = "incarnation";

    /** Maximum size of the answer in bytes. Without it only the server's own limit counts. */
    private static final String MAX_BYTES = "maxBytes";

    /** The answer instead of one that is larger than the maximum. */
    private static final String TOO_LARGE = "tooLarge";

    private Parts() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A request about a t-graph. */
    static ObjectNode ofGraph(String graph) {
        return object().put(GRAPH, graph);
    }

    static String graph(JsonNode body) {
        return body.path(GRAPH).asText();
    }

    static void putPin(ObjectNode body, long pin, List<InstanceName> instances) {
        ArrayNode names = body.put(PIN, pin).putArray(INSTANCES);
        for (InstanceName instance : instances) {
            names.add(name(instance));
        }
    }

    static long pin(JsonNode body) {
        return body.path(PIN).asLong();
    }

    static List<InstanceName> instances(JsonNode body) {
        List<InstanceName> instances = new ArrayList<>();
        for (JsonNode name : body.path(INSTANCES)) {
            instances.add(name(name));
        }
        return instances;
    }

    static void putInstance(ObjectNode json, InstanceName instance) {
        json.set(INSTANCE, name(instance));
    }

    static InstanceName instance(JsonNode json) {
        return name(json.path(INSTANCE));
    }

    private static ObjectNode name(InstanceName instance) {
        return object().put(STATE, instance.state())
                .put(INDEX, instance.index())
                .put(INCARNATION, instance.incarnation());
    }

    private static InstanceName name(JsonNode json) {
        return new InstanceName(
                json.path(STATE).asText(),
                json.path(INDEX).asInt(-1),
                json.path(INCARNATION).asLong());
    }

    static void putSnapshot(ObjectNode body, long snapshot) {
        body.put(SNAPSHOT, snapshot);
    }

    static long snapshot(JsonNode body) {
        return body.path(SNAPSHOT).asLong();
    }

    /** A request about the snapshot of an instance. */
    static ObjectNode ofSource(PinnedInstance source, long maxBytes) {
        ObjectNode body = ofGraph(source.graph()).put(PIN, source.pin());
        putSnapshot(body, source.snapshot());
        putMaxBytes(body, maxBytes);
        putInstance(body, source.instance());
        return body;
    }

    static PinnedInstance source(JsonNode body) {
        return new PinnedInstance(graph(body), instance(body), pin(body), snapshot(body));
    }

    static void putMaxBytes(ObjectNode body, long maxBytes) {
        body.put(MAX_BYTES, maxBytes);
    }

    static long maxBytes(JsonNode body) {
        return body.path(MAX_BYTES).asLong(Long.MAX_VALUE);
    }

    static ObjectNode tooLarge() {
        return object().put(TOO_LARGE, true);
    }

    static boolean isTooLarge(JsonNode answer) {
        return answer.path(TOO_LARGE).booleanValue();
    }

    static void putPlace(ObjectNode json, String name, @Nullable Place place) {
        if (place != null) {
            place.putInto(json, name);
        }
    }

    static List<JsonNode> list(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>(array.size());
        array.forEach(elements::add);
        return elements;
    }
}
