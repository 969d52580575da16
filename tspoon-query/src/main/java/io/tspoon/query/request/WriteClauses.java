/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.json.JsonProblem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parts of a request that writes states: what it expects, puts and deletes.
 *
 * @param clauses all of them, in the order of the request
 */
@Internal
public record WriteClauses(List<Clause> clauses) {
    /** Most clauses of a request. */
    public static final int MAX_CLAUSES = 1_000;

    private static final int MAX_PROBLEMS = 100;
    private static final String STATE = "state";
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String ABSENT = "absent";

    /** What is wanted of a key. */
    public enum Kind {
        EXPECT("expect"),
        PUT("put"),
        DELETE("delete");

        private final String field;

        Kind(String field) {
            this.field = field;
        }

        private Set<String> parts() {
            return switch (this) {
                case EXPECT -> Set.of(STATE, KEY, VALUE, ABSENT);
                case PUT -> Set.of(STATE, KEY, VALUE);
                case DELETE -> Set.of(STATE, KEY);
            };
        }

        static @Nullable Kind of(String field) {
            for (Kind kind : values()) {
                if (kind.field.equals(field)) {
                    return kind;
                }
            }
            return null;
        }
    }

    /**
     * What is wanted of one key.
     *
     * @param index position among those of its kind
     * @param state name of the state
     * @param key the key as JSON
     * @param value the value as JSON; null if there is to be none
     */
    public record Clause(
            Kind kind, int index, String state, JsonNode key, @Nullable JsonNode value) {
        /** JSON pointer of it in the request. */
        public String pointer() {
            return "/" + kind.field + "/" + index;
        }
    }

    /** A request is none that writes states. Thrown and caught in one thread. */
    public static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient List<JsonProblem> problems;

        Unfit(List<JsonProblem> problems) {
            super(problems.get(0).detail(), null, false, false);
            this.problems = List.copyOf(problems);
        }

        /** What is wrong; at least one. */
        public List<JsonProblem> problems() {
            return problems;
        }
    }

    /**
     * Takes a request apart. Keys and values may yet be unfit.
     *
     * @throws Unfit if it is none
     */
    public static WriteClauses of(JsonNode body) {
        Reader reader = new Reader();
        reader.read(body);
        if (!reader.problems.isEmpty()) {
            throw new Unfit(reader.problems);
        }
        return new WriteClauses(List.copyOf(reader.clauses));
    }

    /** The JSON schema of requests that write some states, by their names. */
    public static ObjectNode schema(Map<String, EntryTypes> states) {
        ObjectNode schema = object();
        ObjectNode lists = schema.putObject("properties");
        for (Kind kind : Kind.values()) {
            ArrayNode clauses =
                    lists.putObject(kind.field)
                            .put("type", "array")
                            .putObject("items")
                            .putArray("anyOf");
            states.forEach((state, types) -> addSchemas(kind, state, types, clauses));
        }
        return schema.put("additionalProperties", false);
    }

    private static void addSchemas(Kind kind, String state, EntryTypes types, ArrayNode clauses) {
        ObjectNode yes = JsonNodeFactory.instance.objectNode().put("const", true);
        switch (kind) {
            case EXPECT -> {
                clauses.add(schema(state, types, Map.of(VALUE, types.value())));
                clauses.add(schema(state, types, Map.of(ABSENT, yes)));
            }
            case PUT -> clauses.add(schema(state, types, Map.of(VALUE, types.value())));
            case DELETE -> clauses.add(schema(state, types, Map.of()));
        }
    }

    private static ObjectNode schema(String state, EntryTypes types, Map<String, JsonNode> more) {
        ObjectNode clause = object();
        ArrayNode required = clause.putArray("required").add(STATE).add(KEY);
        ObjectNode properties = clause.putObject("properties");
        properties.putObject(STATE).put("const", state);
        properties.set(KEY, types.key());
        more.keySet().forEach(required::add);
        properties.setAll(more);
        return clause.put("additionalProperties", false);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode().put("type", "object");
    }

    /** The names of all states that it tells of. */
    public Set<String> states() {
        Set<String> states = new TreeSet<>();
        clauses.forEach(clause -> states.add(clause.state()));
        return states;
    }

    private static final class Reader {
        private final List<Clause> clauses = new ArrayList<>();
        private final List<JsonProblem> problems = new ArrayList<>();

        void read(JsonNode body) {
            if (!body.isObject()) {
                report("", "it is no object with expect, put and delete");
                return;
            }
            int count = 0;
            for (Map.Entry<String, JsonNode> field : body.properties()) {
                Kind kind = Kind.of(field.getKey());
                if (kind == null) {
                    reportUnknown("", field.getKey(), List.of("expect", "put", "delete"));
                } else if (!field.getValue().isArray()) {
                    report("/" + kind.field, "it is no list");
                } else {
                    count += field.getValue().size();
                    if (count <= MAX_CLAUSES) {
                        read(kind, field.getValue());
                    }
                }
            }
            if (count > MAX_CLAUSES) {
                report("", "it tells of more than " + MAX_CLAUSES + " keys");
            } else if (count == 0 && problems.isEmpty()) {
                report("", "it tells of no key");
            }
        }

        private void read(Kind kind, JsonNode list) {
            for (int i = 0; i < list.size(); i++) {
                JsonNode json = list.get(i);
                String pointer = "/" + kind.field + "/" + i;
                if (json.isObject()) {
                    read(kind, i, pointer, json);
                } else {
                    report(pointer, "it is no object with state and key");
                }
            }
        }

        private void read(Kind kind, int index, String pointer, JsonNode json) {
            int before = problems.size();
            Set<String> known = kind.parts();
            json.fieldNames()
                    .forEachRemaining(
                            name -> {
                                if (!known.contains(name)) {
                                    reportUnknown(pointer, name, known.stream().sorted().toList());
                                }
                            });
            JsonNode state = json.path(STATE);
            if (!state.isTextual()) {
                report(pointer + "/" + STATE, missing(state, "it is no text"));
            }
            JsonNode key = json.path(KEY);
            if (isNothing(key)) {
                report(pointer + "/" + KEY, missing(key, ""));
            }
            JsonNode value = value(kind, pointer, json);
            if (problems.size() == before) {
                clauses.add(new Clause(kind, index, state.textValue(), key, value));
            }
        }

        private @Nullable JsonNode value(Kind kind, String pointer, JsonNode json) {
            JsonNode value = json.path(VALUE);
            if (kind == Kind.DELETE) {
                return null;
            }
            if (kind == Kind.EXPECT && json.has(ABSENT)) {
                if (!json.path(ABSENT).isBoolean() || !json.path(ABSENT).booleanValue()) {
                    report(pointer + "/" + ABSENT, "it is not true");
                }
                if (!value.isMissingNode()) {
                    report(pointer, "it has a value, and is to be absent");
                }
                return null;
            }
            if (isNothing(value)) {
                String instead =
                        kind == Kind.EXPECT
                                ? "; say \"absent\":true if the key is to have none"
                                : "; name the key in delete if it is to have none";
                report(pointer + "/" + VALUE, missing(value, "") + instead);
            }
            return value;
        }

        private static boolean isNothing(JsonNode json) {
            return json.isMissingNode() || json.isNull();
        }

        private static String missing(JsonNode json, String otherwise) {
            return json.isMissingNode()
                    ? "it is missing"
                    : json.isNull() ? "it is null" : otherwise;
        }

        private void reportUnknown(String pointer, String name, List<String> known) {
            report(
                    pointer + "/" + name.replace("~", "~0").replace("/", "~1"),
                    "there is no such field, known=" + known);
        }

        private void report(String pointer, String detail) {
            if (problems.size() < MAX_PROBLEMS) {
                problems.add(new JsonProblem(pointer, detail));
            }
        }
    }
}
