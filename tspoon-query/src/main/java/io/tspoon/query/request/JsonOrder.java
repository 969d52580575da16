/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.json.TimeFormat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.apache.flink.annotation.Internal;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * A total order of JSON values: null, false, true, numbers by value, texts by their UTF-16 units,
 * arrays element by element, objects by the names of their fields and then field by field. Texts
 * that are times according to a schema are ordered by time, and equal if the times are. Servers
 * send such schemas to gateways, so that both use the same order without a gateway knowing Java
 * types.
 */
@Internal
public final class JsonOrder implements Comparator<JsonNode> {
    private static final JsonNode NO_TIMES = MissingNode.getInstance();

    public static final JsonOrder ASCENDING = new JsonOrder(false, NO_TIMES);

    private static final JsonOrder EXACT = new JsonOrder(true, NO_TIMES);

    /** Whether numbers of equal value are ordered by their notation. */
    private final boolean exact;

    /** Says which texts are times; a missing node if none are. */
    private final JsonNode schema;

    private JsonOrder(boolean exact, JsonNode schema) {
        this.exact = exact;
        this.schema = schema;
    }

    /** The order of values with a schema. */
    static JsonOrder of(JsonNode schema) {
        return EntryTypes.haveTimes(schema) ? new JsonOrder(false, schema) : ASCENDING;
    }

    /**
     * The order of keys. It also separates equal numbers and times with different notation, so that
     * no two different keys share a place; keys that differ only in notation are neighbors.
     */
    Comparator<JsonNode> ofKeys() {
        return thenComparing(EXACT);
    }

    /** The schema that others need to use the same order; a missing node if they need none. */
    JsonNode schema() {
        return schema;
    }

    @Override
    public int compare(JsonNode a, JsonNode b) {
        return compare(a, b, schema);
    }

    /** Whether an array begins with the elements of another. */
    boolean startsWith(JsonNode array, JsonNode beginning) {
        return array.size() >= beginning.size()
                && elements(array, beginning, beginning.size(), schema) == 0;
    }

    private int compare(JsonNode a, JsonNode b, JsonNode of) {
        int rank = Integer.compare(rank(a), rank(b));
        if (rank != 0) {
            return rank;
        }
        if (a.isTextual()) {
            TimeFormat format = of.isMissingNode() ? null : TimeFormat.of(of);
            return format == null
                    ? a.textValue().compareTo(b.textValue())
                    : format.compare(a.textValue(), b.textValue());
        }
        if (a.isNumber()) {
            int order = numbers(a, b);
            return order == 0 && exact ? equalNumbers(a, b) : order;
        }
        if (a.isBoolean()) {
            return Boolean.compare(a.booleanValue(), b.booleanValue());
        }
        if (a.isArray()) {
            int order = elements(a, b, Math.min(a.size(), b.size()), of);
            return order != 0 ? order : Integer.compare(a.size(), b.size());
        }
        return a.isObject() ? objects(a, b, of) : 0;
    }

    private static int numbers(JsonNode a, JsonNode b) {
        if (a.isIntegralNumber()
                && b.isIntegralNumber()
                && a.canConvertToLong()
                && b.canConvertToLong()) {
            return Long.compare(a.longValue(), b.longValue());
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        if (Double.isFinite(x) && Double.isFinite(y)) {
            return x != y ? Double.compare(x, y) : a.decimalValue().compareTo(b.decimalValue());
        }
        if (a.isDouble() || a.isFloat() || b.isDouble() || b.isFloat()) {
            return Double.compare(x, y);
        }
        return a.decimalValue().compareTo(b.decimalValue());
    }

    /** By the sign of zero, then by the number of decimal places. */
    private static int equalNumbers(JsonNode a, JsonNode b) {
        int sign = Double.compare(a.doubleValue(), b.doubleValue());
        return sign != 0
                ? sign
                : Integer.compare(a.decimalValue().scale(), b.decimalValue().scale());
    }

    private int elements(JsonNode a, JsonNode b, int number, JsonNode of) {
        for (int i = 0; i < number; i++) {
            int order = compare(a.get(i), b.get(i), EntryTypes.element(of, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Sorts the names, because the fields of an object have no order. */
    private int objects(JsonNode a, JsonNode b, JsonNode of) {
        Iterator<String> names = namesOf(a).iterator();
        Iterator<String> others = namesOf(b).iterator();
        while (names.hasNext() && others.hasNext()) {
            String name = names.next();
            int order = name.compareTo(others.next());
            if (order == 0) {
                order = compare(a.get(name), b.get(name), EntryTypes.field(of, name));
            }
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(names.hasNext(), others.hasNext());
    }

    private static NavigableSet<String> namesOf(JsonNode object) {
        NavigableSet<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static int rank(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL, MISSING -> 0;
            case BOOLEAN -> 1;
            case NUMBER -> 2;
            case STRING, BINARY, POJO -> 3;
            case ARRAY -> 4;
            case OBJECT -> 5;
        };
    }
}
