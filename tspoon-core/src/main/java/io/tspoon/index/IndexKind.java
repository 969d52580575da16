/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;

/**
 * What an index can be about: classes whose order, in the form in which an index keeps them, is
 * that of their JSON. So a range of JSON is a range of the index.
 */
@Internal
public enum IndexKind {
    BOOLEAN,
    NUMBER,
    /** In JSON, numbers that are not finite are texts. */
    FLOATING,
    TEXT,
    /** Whose JSON is the text that they give. */
    AS_TEXT,
    NAME,
    INSTANT,
    LOCAL_TIME,
    TIME_OF_DAY,
    DURATION;

    private static final Map<Class<?>, IndexKind> BY_CLASS =
            Map.ofEntries(
                    Map.entry(Boolean.class, BOOLEAN),
                    Map.entry(Byte.class, NUMBER),
                    Map.entry(Short.class, NUMBER),
                    Map.entry(Integer.class, NUMBER),
                    Map.entry(Long.class, NUMBER),
                    Map.entry(BigInteger.class, NUMBER),
                    Map.entry(BigDecimal.class, NUMBER),
                    Map.entry(Float.class, FLOATING),
                    Map.entry(Double.class, FLOATING),
                    Map.entry(String.class, TEXT),
                    Map.entry(UUID.class, AS_TEXT),
                    Map.entry(LocalDate.class, AS_TEXT),
                    Map.entry(Instant.class, INSTANT),
                    Map.entry(OffsetDateTime.class, INSTANT),
                    Map.entry(ZonedDateTime.class, INSTANT),
                    Map.entry(LocalDateTime.class, LOCAL_TIME),
                    Map.entry(LocalTime.class, TIME_OF_DAY),
                    Map.entry(Duration.class, DURATION));

    /** The kind of a class; null if an index cannot be about it. */
    public static @Nullable IndexKind of(Class<?> type) {
        return type.isEnum() ? NAME : BY_CLASS.get(type);
    }

    /** The form in which an index keeps a part of an entry, for {@link IndexOrder}. */
    public Object form(@Nullable Object part) {
        if (part == null) {
            return IndexOrder.NOTHING;
        }
        return switch (this) {
            case FLOATING -> floating(part);
            case AS_TEXT -> part.toString();
            case NAME -> ((Enum<?>) part).name();
            case INSTANT -> instant(part);
            default -> part;
        };
    }

    private static Object floating(Object part) {
        double number = ((Number) part).doubleValue();
        if (!Double.isFinite(number)) {
            return Double.toString(number);
        }
        return part instanceof Float ? Double.valueOf(part.toString()) : part;
    }

    private static Object instant(Object part) {
        if (part instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        return part instanceof ZonedDateTime time ? time.toInstant() : part;
    }
}
