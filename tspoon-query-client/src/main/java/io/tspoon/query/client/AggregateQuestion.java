/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.function.BiFunction;

/** A number or value that the servers compute over a selection. */
final class AggregateQuestion<T> extends ReadQuestion<T> {
    private static final String NAME = "result";

    private final Selection<?, ?> selection;
    private final String function;
    private final @Nullable Field part;
    private final BiFunction<Json, JsonNode, T> reader;

    /**
     * @param part null counts entries
     */
    AggregateQuestion(
            Selection<?, ?> selection,
            String function,
            @Nullable Field part,
            BiFunction<Json, JsonNode, T> reader) {
        this.selection = selection;
        this.function = function;
        this.part = part;
        this.reader = reader;
    }

    @Override
    ObjectNode read(Json json) {
        ObjectNode aggregate = selection.criteria(json);
        ObjectNode computation = aggregate.putObject("compute").putObject(NAME);
        if (part == null) {
            computation.put(function, true);
        } else {
            computation.put(function, part.pointer());
        }
        ObjectNode read = json.object();
        read.put("state", selection.state());
        read.set("aggregate", aggregate);
        return read;
    }

    @Override
    T part(Json json, JsonNode result) {
        return reader.apply(json, Json.member(Json.member(result, "values"), NAME));
    }

    @Override
    public String toString() {
        return function + "(" + (part == null ? "" : part.pointer()) + ") of " + selection;
    }
}
