/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.Changes;
import io.tspoon.call.KeyChange;
import io.tspoon.call.WritableState;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.JsonProblem;
import io.tspoon.query.json.JsonType;
import io.tspoon.query.request.EntryTypes;
import io.tspoon.query.request.WriteClauses;
import io.tspoon.query.request.WriteClauses.Clause;
import io.tspoon.query.request.WriteClauses.Kind;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests that write states. Keys and values are read as those of calls: what is missing must not
 * become 0.
 */
final class WriteRequests implements RequestForm {
    private static final int MAX_PROBLEMS = 100;
    private static final String KEY = "/key";
    private static final String VALUE = "/value";

    /** In the order in which {@link Changes} have them. */
    private final Map<String, State> states = new LinkedHashMap<>();

    /**
     * The JSON of a state.
     *
     * @param place among those that can be written
     */
    private record State(int place, JsonType<Object> keys, JsonType<Object> values) {}

    WriteRequests(List<WritableState> writable, JsonMapping strict) {
        for (WritableState state : writable) {
            states.put(
                    state.name(),
                    new State(
                            states.size(),
                            strict.of(objects(state.keyType())),
                            strict.of(objects(state.valueType()))));
        }
    }

    @SuppressWarnings("unchecked") // only what comes from it is given to it
    private static TypeInformation<Object> objects(TypeInformation<?> type) {
        return (TypeInformation<Object>) type;
    }

    @Override
    public JsonNode schema() {
        Map<String, EntryTypes> types = new LinkedHashMap<>();
        states.forEach(
                (name, state) ->
                        types.put(
                                name,
                                new EntryTypes(state.keys().schema(), state.values().schema())));
        return WriteClauses.schema(types);
    }

    @Override
    public Object read(JsonNode json) {
        Reading reading = new Reading();
        try {
            WriteClauses.of(json).clauses().forEach(reading::read);
        } catch (WriteClauses.Unfit e) {
            throw invalid(e.problems());
        }
        if (!reading.problems.isEmpty()) {
            throw invalid(reading.problems);
        }
        return Changes.of(
                reading.changes.stream().map(ofState -> List.copyOf(ofState.values())).toList());
    }

    private static InvalidCall invalid(List<JsonProblem> problems) {
        return new InvalidCall(
                "[TSP-4139] Cannot write states: the request does not fit them, at="
                        + problems.get(0).pointer()
                        + ": "
                        + problems.get(0).detail()
                        + ".",
                problems);
    }

    /** One request while it is read. */
    private final class Reading {
        private final List<Map<Object, KeyChange<Object, Object>>> changes = new ArrayList<>();
        private final List<JsonProblem> problems = new ArrayList<>();

        Reading() {
            states.values().forEach(state -> changes.add(new LinkedHashMap<>()));
        }

        void read(Clause clause) {
            State state = states.get(clause.state());
            if (state == null) {
                report(
                        clause.pointer() + "/state",
                        "there is no writable state of this name, writable=" + states.keySet());
                return;
            }
            Object key = part(clause.pointer() + KEY, state.keys(), clause.key());
            if (key != null && !KeyReading.isExact(state.keys(), clause.key(), key)) {
                report(
                        clause.pointer() + KEY,
                        "it is read as another key; write it as a scan does");
                return;
            }
            JsonNode json = clause.value();
            Object value =
                    json == null ? null : part(clause.pointer() + VALUE, state.values(), json);
            if (key == null || (json != null && value == null)) {
                return;
            }
            add(clause, changes.get(state.place()), key, value);
        }

        private void add(
                Clause clause,
                Map<Object, KeyChange<Object, Object>> ofState,
                Object key,
                @Nullable Object value) {
            KeyChange<Object, Object> known = ofState.getOrDefault(key, KeyChange.of(key));
            boolean expects = clause.kind() == Kind.EXPECT;
            if (expects ? known.expects() : known.writes()) {
                report(
                        clause.pointer() + KEY,
                        expects
                                ? "something is expected of this key already"
                                : "this key is put or deleted already");
                return;
            }
            ofState.put(
                    key, expects ? known.expecting(clause.index(), value) : known.writing(value));
        }

        /** Null if it does not fit. */
        private @Nullable Object part(String pointer, JsonType<Object> type, JsonNode json) {
            try {
                return type.fromJson(json);
            } catch (IllegalArgumentException e) {
                JsonProblem problem = type.problem(e);
                report(pointer + problem.pointer(), problem.detail());
                return null;
            }
        }

        private void report(String pointer, String detail) {
            if (problems.size() < MAX_PROBLEMS) {
                problems.add(new JsonProblem(pointer, detail));
            }
        }
    }
}
