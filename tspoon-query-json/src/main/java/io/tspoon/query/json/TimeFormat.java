/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The formats of texts that are times, named by the {@code format} of their schema. They need an
 * order of their own, because the order of their characters is not that of time: fractions of a
 * second vary in length, and offsets and the units of durations differ.
 */
@Internal
public enum TimeFormat {
    DATE_TIME("date-time", "2026-01-02T03:04:05.678Z", "dddd-dd-ddThd:dd:dd"),
    DATE_TIME_LOCAL("date-time-local", "2026-01-02T03:04:05.678", "dddd-dd-ddThd:dd:dd"),
    TIME_LOCAL("time-local", "03:04:05.678", "hd:dd:dd"),
    DURATION("duration", "PT1M5.678S", "");

    private static final String UTC = "Z";
    private static final String UTC_AS_OFFSET = "+00:00";

    private final String format;
    private final String example;

    /** The usual form up to the seconds: d is a digit, h the first digit of an hour. */
    private final String pattern;

    TimeFormat(String format, String example, String pattern) {
        this.format = format;
        this.example = example;
        this.pattern = pattern;
    }

    /** Returns the format that a schema names; null if its texts are not times. */
    public static @Nullable TimeFormat of(JsonNode schema) {
        String format = schema.path("format").asText();
        if (format.isEmpty()) {
            return null;
        }
        for (TimeFormat one : values()) {
            if (one.format.equals(format)) {
                return one;
            }
        }
        return null;
    }

    /** Returns the name of the format in schemas. */
    public String format() {
        return format;
    }

    /** Returns an example of a text in this format. */
    public String example() {
        return example;
    }

    /** Whether a text is a time in this format. */
    public boolean fits(String text) {
        return parse(text) != null;
    }

    /**
     * Orders texts by time. Texts that are not times come last, in the order of their UTF-16 units.
     */
    public int compare(String a, String b) {
        int lengthA = plainLength(a);
        int lengthB = plainLength(b);
        if (lengthA > 0 && lengthB > 0) {
            return comparePlain(a, lengthA, b, lengthB);
        }
        Duration timeA = parse(a);
        Duration timeB = parse(b);
        if (timeA != null && timeB != null) {
            return timeA.compareTo(timeB);
        }
        return timeA == null && timeB == null ? a.compareTo(b) : timeA == null ? 1 : -1;
    }

    /** The time since a fixed origin; null if the text is not a time in this format. */
    private @Nullable Duration parse(String text) {
        try {
            return switch (this) {
                case DATE_TIME -> sinceEpoch(instant(text));
                case DATE_TIME_LOCAL ->
                        sinceEpoch(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
                case TIME_LOCAL -> Duration.ofNanos(LocalTime.parse(text).toNanoOfDay());
                case DURATION -> Duration.parse(text);
            };
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /** The time that a text in this format says, as a class of {@code java.time}; null if none. */
    public @Nullable Object time(String text) {
        try {
            return switch (this) {
                case DATE_TIME -> instant(text);
                case DATE_TIME_LOCAL -> LocalDateTime.parse(text);
                case TIME_LOCAL -> LocalTime.parse(text);
                case DURATION -> Duration.parse(text);
            };
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /**
     * The length of a text in the usual form, without its UTC suffix; 0 for all others, which need
     * a parser.
     */
    private int plainLength(String text) {
        int seconds = pattern.length();
        int length = text.length();
        if (this == DATE_TIME) {
            length -=
                    text.endsWith(UTC)
                            ? UTC.length()
                            : text.endsWith(UTC_AS_OFFSET) ? UTC_AS_OFFSET.length() : length;
        }
        if (seconds == 0 || length < seconds) {
            return 0;
        }
        for (int i = 0; i < length; i++) {
            char wanted = i < seconds ? pattern.charAt(i) : i == seconds ? '.' : 'd';
            char is = text.charAt(i);
            boolean digit = is >= '0' && is <= '9';
            // 24 is no hour either, although the parser accepts it for the end of a day.
            boolean fits =
                    switch (wanted) {
                        case 'd' -> digit;
                        case 'h' -> digit && (is < '2' || (is == '2' && text.charAt(i + 1) < '4'));
                        default -> is == wanted;
                    };
            if (!fits) {
                return 0;
            }
        }
        return length;
    }

    /** Compares digit by digit; digits that the shorter text lacks at its end count as zeros. */
    private static int comparePlain(String a, int lengthA, String b, int lengthB) {
        int common = Math.min(lengthA, lengthB);
        for (int i = 0; i < common; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return Character.compare(a.charAt(i), b.charAt(i));
            }
        }
        String longer = lengthA > lengthB ? a : b;
        for (int i = common; i < Math.max(lengthA, lengthB); i++) {
            if (longer.charAt(i) > '0') {
                return Integer.compare(lengthA, lengthB);
            }
        }
        return 0;
    }

    /** Also accepts times without seconds or with the name of a zone. */
    static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return DateTimeFormatter.ISO_DATE_TIME.parse(text, Instant::from);
        }
    }

    private static Duration sinceEpoch(Instant instant) {
        return Duration.ofSeconds(instant.getEpochSecond(), instant.getNano());
    }
}
