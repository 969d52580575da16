/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

/**
 * How entries of instances were found.
 *
 * @param index name of the index that was asked; empty if entries were looked at one by one
 * @param examined the number of entries whose values were read
 */
@Internal
public record ReadPlan(String index, long examined) {
    private static final String PLAN = "plan";
    private static final String INDEX = "index";
    private static final String EXAMINED = "examined";

    /** A plan without an index. */
    public static ReadPlan scan(long examined) {
        return new ReadPlan("", examined);
    }

    /** Of several instances; it is a scan if it was one anywhere. */
    public ReadPlan with(ReadPlan other) {
        return new ReadPlan(index.equals(other.index) ? index : "", examined + other.examined);
    }

    /** Puts it into a message. */
    public void putInto(ObjectNode json) {
        json.put(PLAN, index.isEmpty() ? "scan" : INDEX);
        if (!index.isEmpty()) {
            json.put(INDEX, index);
        }
        json.put(EXAMINED, examined);
    }

    /** What {@link #putInto} has put into a message. */
    public static ReadPlan in(JsonNode json) {
        return new ReadPlan(json.path(INDEX).asText(), json.path(EXAMINED).asLong());
    }
}
