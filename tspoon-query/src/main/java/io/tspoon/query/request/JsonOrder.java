/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * A total order of JSON values: null, false, true, numbers by value, texts by their UTF-16 units,
 * arrays part by part, objects by the names of their fields, then part by part. Servers and
 * gateways agree on it without knowing Java types.
 */
public final class JsonOrder implements Comparator<JsonNode> {
    public static final JsonOrder ASCENDING = new JsonOrder(false);

    /**
     * The order of keys: numbers that are equal, and not the same, have one too, so that there is
     * no key beside another. Those that differ in no more than that stay together.
     */
    public static final Comparator<JsonNode> OF_KEYS = ASCENDING.thenComparing(new JsonOrder(true));

    /** Whether equal numbers are compared by how they are written. */
    private final boolean exact;

    private JsonOrder(boolean exact) {
        this.exact = exact;
    }

    @Override
    public int compare(JsonNode a, JsonNode b) {
        int rank = Integer.compare(rank(a), rank(b));
        if (rank != 0) {
            return rank;
        }
        if (a.isTextual()) {
            return a.textValue().compareTo(b.textValue());
        }
        if (a.isNumber()) {
            int order = numbers(a, b);
            return order == 0 && exact ? equalNumbers(a, b) : order;
        }
        if (a.isBoolean()) {
            return Boolean.compare(a.booleanValue(), b.booleanValue());
        }
        if (a.isArray()) {
            return arrays(a, b);
        }
        return a.isObject() ? objects(a, b) : 0;
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

    /** By the sign of zero, then by their digits behind the point. */
    private static int equalNumbers(JsonNode a, JsonNode b) {
        int sign = Double.compare(a.doubleValue(), b.doubleValue());
        return sign != 0
                ? sign
                : Integer.compare(a.decimalValue().scale(), b.decimalValue().scale());
    }

    private int arrays(JsonNode a, JsonNode b) {
        int common = Math.min(a.size(), b.size());
        for (int i = 0; i < common; i++) {
            int order = compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    /** By name, since the fields of an object have no order. */
    private int objects(JsonNode a, JsonNode b) {
        Iterator<String> names = namesOf(a).iterator();
        Iterator<String> others = namesOf(b).iterator();
        while (names.hasNext() && others.hasNext()) {
            String name = names.next();
            int order = name.compareTo(others.next());
            if (order == 0) {
                order = compare(a.get(name), b.get(name));
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
