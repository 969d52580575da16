/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The order of what indexes are about: nothing, false, true, numbers by value, texts by their
 * UTF-16 units, or times by time. It is the order of their JSON, as scans have it.
 */
@Internal
public final class IndexOrder {
    /** Stands for a part that is null or missing. */
    public static final Object NOTHING = new Edge(Rank.NOTHING, 0);

    private enum Rank {
        NOTHING,
        BOOLEAN,
        NUMBER,
        TEXT
    }

    /** Lies before or behind all of a rank. */
    private record Edge(Rank rank, int side) {}

    private IndexOrder() {}

    /** Lies before all that have the type of this one. */
    public static Object before(Object like) {
        return new Edge(rank(like), -1);
    }

    /** Lies behind all that have the type of this one. */
    public static Object behind(Object like) {
        return new Edge(rank(like), 1);
    }

    /** Whether something is a part of entries, and not before or behind all of them. */
    static boolean isPart(Object part) {
        return !(part instanceof Edge);
    }

    @SuppressWarnings("unchecked") // both are of one class
    public static int compare(Object a, Object b) {
        if (a == b) {
            return 0;
        }
        if (a.getClass() == b.getClass()) {
            if (a instanceof Long number) {
                return Long.compare(number, (Long) b);
            }
            if (a instanceof String text) {
                return text.compareTo((String) b);
            }
            if (a instanceof Integer number) {
                return Integer.compare(number, (Integer) b);
            }
            if (a instanceof Comparable<?> && !(a instanceof Double)) {
                return ((Comparable<Object>) a).compareTo(b);
            }
        }
        Rank rank = rank(a);
        int order = rank.compareTo(rank(b));
        if (order != 0) {
            return order;
        }
        if (a instanceof Edge || b instanceof Edge) {
            return Integer.compare(side(a), side(b));
        }
        if (rank == Rank.NUMBER) {
            return numbers((Number) a, (Number) b);
        }
        throw new IllegalArgumentException(
                "[TSP-2262] Cannot compare parts of entries: their types differ, "
                        + a.getClass().getName()
                        + ", "
                        + b.getClass().getName());
    }

    private static Rank rank(Object part) {
        if (part instanceof Edge edge) {
            return edge.rank;
        }
        if (part instanceof Boolean) {
            return Rank.BOOLEAN;
        }
        return part instanceof Number ? Rank.NUMBER : Rank.TEXT;
    }

    private static int side(Object part) {
        return part instanceof Edge edge ? edge.side : 0;
    }

    private static int numbers(Number a, Number b) {
        double x = a.doubleValue();
        double y = b.doubleValue();
        if (Double.isFinite(x) && Double.isFinite(y) && x != y) {
            return Double.compare(x, y);
        }
        return decimal(a).compareTo(decimal(b));
    }

    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        return number instanceof Double floating
                ? BigDecimal.valueOf(floating)
                : BigDecimal.valueOf(number.longValue());
    }
}
